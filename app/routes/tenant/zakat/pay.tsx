import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { donateAction, openDonate } from '#app/server/donations/donate.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DonatePage } from '#app/ui/giving/donation/DonatePage.tsx'

/** How much, from whom, and by which bank; for guests and whoever is signed in. */
export const handle = {
  access: 'guest',
  title: 'donation.give.zakat',
  look: 'public',
  pays: true,
  statuses: false,
} satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openDonate(args, 'zakat')

export const action = (args: ActionFunctionArgs) => donateAction(args, 'zakat')

export default function PayZakat() {
  return <DonatePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
