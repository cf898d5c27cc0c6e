import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openGift } from '#app/server/donations/gift-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftView } from '#app/ui/giving/donation/GiftView.tsx'

export const handle = { access: 'donation.view', title: 'donation.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openGift(args, 'infaq')

export default function ViewInfaq() {
  return <GiftView {...useLoaderData<typeof loader>()} />
}
