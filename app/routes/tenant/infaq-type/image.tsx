import { useActionData, useLoaderData } from '@remix-run/react'
import { infaqType } from '#app/domain/giving/donation-types/infaq-types.ts'
import { imageAction, openImage } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ImagePage } from '#app/ui/core/crud/Image.tsx'

export const handle = { access: 'infaq_type.edit', title: 'infaq_type.one' } satisfies Handle

export const loader = openImage('infaq_type', infaqType)

export const action = imageAction('infaq_type')

export default function InfaqTypeImage() {
  return (
    <ImagePage
      noun="infaq_type"
      row={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  )
}
