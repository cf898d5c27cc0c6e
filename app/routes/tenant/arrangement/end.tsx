import { useActionData, useLoaderData } from '@remix-run/react'
import { arrangementRequest } from '#app/server/requests/arrangement.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = { access: 'arrangement.approve', title: 'arrangement.end_title' } satisfies Handle

export const loader = arrangementRequest.end.loader
export const action = arrangementRequest.end.action

export default function EndArrangement() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
