import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { fundList } from '#app/domain/giving/funds/find-fund-moves.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** The book of all funds. */
export const handle = { access: 'fund_move.view', title: 'fund.plural' } satisfies Handle

export const loader = listLoader(fundList)

export default function FundBook() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('fund.subtitle')}
      open={({ kind, donation_id, fund_move_id }) =>
        fund_move_id ? paths.fund_move.view(fund_move_id) : paths[kind].view(donation_id ?? '')
      }
      searchHint={t('fund.search_hint')}
      empty={{ title: t('fund.empty'), hint: t('fund.empty_hint') }}
    />
  )
}
