import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rolloverSeatList } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import { rolloverOf } from '#app/server/rollovers/rollover-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { RolloverNav } from '#app/ui/enrolment/rollover/RolloverNav.tsx'

/** What becomes of each seat. */
export const handle = { access: 'rollover.view', title: 'rollover.seats_list' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const list = await listPage(args, rolloverSeatList)
  return { list, of: await rolloverOf(args.context, list.page.search) }
}

export default function RolloverSeats() {
  const { list, of } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('rollover.seats_hint')}
      nav={<RolloverNav of={of} current="seats" />}
      open={({ id }) => paths.rollover.seat(id)}
      searchHint={t('rollover.seats_search')}
      empty={{ title: t('rollover.seats_empty'), hint: t('rollover.seats_empty_hint') }}
    />
  )
}
