import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { bankChangeList } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Accounts that organisations want their money paid to. */
export const handle = { access: 'admin.entity_bank.view', title: 'bank_change.plural' } satisfies Handle

export const loader = listLoader(bankChangeList)

export default function BankChanges() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('bank_change.subtitle')}
      open={({ id }) => paths.admin.entityBank.view(id)}
      searchHint={t('bank_change.search_hint')}
      empty={{ title: t('bank_change.none'), hint: t('bank_change.empty_hint') }}
    />
  )
}
