import { useLoaderData } from '@remix-run/react'
import { infaqList } from '#app/domain/giving/donations/find-donations.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftList } from '#app/ui/giving/donation/GiftList.tsx'

export const handle = { access: 'donation.view', title: 'donation.of.infaq' } satisfies Handle

export const loader = listLoader(infaqList)

export default function InfaqList() {
  return <GiftList kind="infaq" list={useLoaderData<typeof loader>()} />
}
