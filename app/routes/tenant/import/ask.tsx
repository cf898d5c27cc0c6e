import { useActionData, useLoaderData } from '@remix-run/react'
import { handOverPages } from '#app/server/hand-overs/hand-over-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AskPage } from '#app/ui/reporting/hand-over/HandOver.tsx'

/** Asks somebody who may carry it out. */
export const handle = { access: 'import.upload', title: 'hand_over.ask.import' } satisfies Handle

export const { loader, action } = handOverPages('import')

export default function Ask() {
  return <AskPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
