import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { zakatList } from '#app/domain/giving/donations/find-donations.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftList } from '#app/ui/giving/donation/GiftList.tsx'

export const handle = { access: 'donation.view', title: 'donation.of.zakat' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { can } = args.context
  const sees = { types: can('zakat_type.view'), funds: can('fund_move.view') }
  return { list: await listPage(args, zakatList), sees }
}

export default function ZakatList() {
  return <GiftList kind="zakat" {...useLoaderData<typeof loader>()} />
}
