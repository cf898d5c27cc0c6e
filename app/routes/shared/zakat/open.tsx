import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openGiving } from '#app/server/donations/open-giving.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { OpenGivingPage } from '#app/ui/giving/donation/OpenGivingPage.tsx'

/** What one may give for; on the main host, to whom. */
export const handle = { access: 'guest', title: 'donation.give.zakat', look: 'public' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openGiving(args, 'zakat')

export default function OpenZakat() {
  return <OpenGivingPage {...useLoaderData<typeof loader>()} />
}
