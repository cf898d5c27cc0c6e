import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { fundMoveList } from '#app/domain/giving/funds/find-fund-moves.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Money that left funds, and what waits to be decided. */
export const handle = { access: 'fund_move.view', title: 'fund_move.plural' } satisfies Handle

export const loader = listLoader(fundMoveList)

export default function FundMoves() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('fund_move.subtitle')}
      open={({ id }) => paths.fund_move.view(id)}
      searchHint={t('fund_move.search_hint')}
      empty={{ title: t('fund_move.empty'), hint: t('fund_move.empty_hint') }}
    />
  )
}
