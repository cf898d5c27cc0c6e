import { useActionData, useLoaderData } from '@remix-run/react'
import { program } from '#app/domain/catalogue/programs/programs.ts'
import { imageAction, openImage } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ImagePage } from '#app/ui/core/crud/Image.tsx'

export const handle = { access: 'program.edit', title: 'program.one' } satisfies Handle

export const loader = openImage('program', program)

export const action = imageAction('program')

export default function ProgramImage() {
  return (
    <ImagePage noun="program" row={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
