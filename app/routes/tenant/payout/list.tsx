import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { balanceOf, ownPayoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import { payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import { scheduleOfEntity } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What the platform pays to the organisation, and what waits for the next time. */
export const handle = { access: 'payout.view', title: 'payout.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const db = await context.read()
  const { id } = tenantOf(context)
  const [waiting, schedule] = await Promise.all([balanceOf(db, id, context.today), scheduleOfEntity(db, id)])
  return { list: await listPage(args, ownPayoutList), waiting, schedule }
}

export default function Payouts() {
  const { list, waiting, schedule } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ListPage
      {...list}
      subtitle={t('payout.own_subtitle')}
      open={({ id }) => paths.payout.view(id)}
      searchHint={t('payout.own_search_hint')}
      empty={{ title: t('payout.empty'), hint: t('payout.own_empty_hint') }}
    >
      {waiting && (
        <Figures
          items={[
            {
              label: t('payout.next_on'),
              value: formatDate(waiting.next_on, locale),
              hint: payoutDayWords(schedule, t),
              href: paths.setting.bank(),
            },
            {
              label: t('payout.waiting'),
              value: formatRinggit(waiting.sen),
              hint: t('payout.waiting_hint'),
            },
          ]}
        />
      )}
    </ListPage>
  )
}
