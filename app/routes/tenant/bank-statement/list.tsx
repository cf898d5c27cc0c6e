import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { statementList } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What the bank has said, and how much of it is decided. */
export const handle = { access: 'bank_statement.view', title: 'bank_statement.plural' } satisfies Handle

export const loader = listLoader(statementList)

export default function BankStatements() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('bank_statement.subtitle')}
      open={({ id }) => paths.bank_statement.view(id)}
      add={{ label: t('bank_statement.new'), href: paths.bank_statement.new() }}
      searchHint={t('bank_statement.search_hint')}
      empty={{ title: t('bank_statement.empty'), hint: t('bank_statement.empty_hint') }}
    />
  )
}
