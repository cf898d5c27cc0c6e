import { useLoaderData } from '@remix-run/react'
import { zakatList } from '#app/domain/giving/donations/find-donations.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftList } from '#app/ui/giving/donation/GiftList.tsx'

export const handle = { access: 'donation.view', title: 'donation.of.zakat' } satisfies Handle

export const loader = listLoader(zakatList)

export default function ZakatList() {
  return <GiftList kind="zakat" list={useLoaderData<typeof loader>()} />
}
