import { useActionData, useLoaderData } from '@remix-run/react'
import { subject } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { imageAction, openImage } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ImagePage } from '#app/ui/core/crud/Image.tsx'

export const handle = { access: 'subject.edit', title: 'subject.one' } satisfies Handle

export const loader = openImage('subject', subject)

export const action = imageAction('subject')

export default function SubjectImage() {
  return (
    <ImagePage noun="subject" row={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
