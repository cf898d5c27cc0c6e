import { useActionData, useLoaderData } from '@remix-run/react'
import { zakatType } from '#app/domain/giving/donation-types/zakat-types.ts'
import { imageAction, openImage } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ImagePage } from '#app/ui/core/crud/Image.tsx'

export const handle = { access: 'zakat_type.edit', title: 'zakat_type.one' } satisfies Handle

export const loader = openImage('zakat_type', zakatType)

export const action = imageAction('zakat_type')

export default function ZakatTypeImage() {
  return (
    <ImagePage
      noun="zakat_type"
      row={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  )
}
