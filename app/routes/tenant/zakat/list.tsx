import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { zakatList } from '#app/domain/donations/find-donations.server.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftList } from '#app/ui/donation/GiftList.tsx'

export const handle = { access: 'donation.view', title: 'donation.of.zakat' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => listPage(args, zakatList)

export default function ZakatList() {
  return <GiftList kind="zakat" list={useLoaderData<typeof loader>()} />
}
