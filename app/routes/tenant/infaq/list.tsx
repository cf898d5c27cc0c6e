import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { infaqList } from '#app/domain/donations/find-donations.server.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftList } from '#app/ui/donation/GiftList.tsx'

export const handle = { access: 'donation.view', title: 'donation.of.infaq' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => listPage(args, infaqList)

export default function InfaqList() {
  return <GiftList kind="infaq" list={useLoaderData<typeof loader>()} />
}
