import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditMoveList } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Credit that went from one family to another, and what waits to be decided. */
export const handle = { access: 'credit_move.view', title: 'credit_move.plural' } satisfies Handle

export const loader = listLoader(creditMoveList)

export default function CreditMoves() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('credit_move.subtitle')}
      open={({ id }) => paths.credit_move.view(id)}
      searchHint={t('credit_move.search_hint')}
      empty={{ title: t('credit_move.empty'), hint: t('credit_move.empty_hint') }}
    />
  )
}
