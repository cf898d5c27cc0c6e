import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { monthList } from '#app/domain/accounting/months/find-months.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Months with what came in, closed or open; into a closed one nothing is dated any more. */
export const handle = { access: 'month.view', title: 'month.plural' } satisfies Handle

export const loader = listLoader(monthList)

export default function Months() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('month.subtitle')}
      actions={
        <LinkButton href={paths.rolled_up_report.check()}>
          {t('report_money.rolled_up.check.title')}
        </LinkButton>
      }
      open={({ id }) => paths.month.view(id)}
      searchHint={t('month.search_hint')}
      empty={{ title: t('month.empty'), hint: t('month.empty_hint') }}
    />
  )
}
