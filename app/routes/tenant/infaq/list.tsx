import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { infaqList } from '#app/domain/giving/donations/find-donations.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GiftList } from '#app/ui/giving/donation/GiftList.tsx'

export const handle = { access: 'donation.view', title: 'donation.of.infaq' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { can } = args.context
  const sees = { types: can('infaq_type.view'), funds: can('fund_move.view') }
  return { list: await listPage(args, infaqList), sees }
}

export default function InfaqList() {
  return <GiftList kind="infaq" {...useLoaderData<typeof loader>()} />
}
