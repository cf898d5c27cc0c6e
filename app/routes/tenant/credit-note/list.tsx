import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What takes back what invoices ask for, and what waits to be decided. */
export const handle = { access: 'refund.view', title: 'credit_note.plural' } satisfies Handle

export const loader = listLoader(creditNoteList)

export default function CreditNotes() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('credit_note.subtitle')}
      yours="credit_note"
      open={({ id }) => paths.credit_note.view(id)}
      searchHint={t('credit_note.search_hint')}
      empty={{ title: t('credit_note.empty'), hint: t('credit_note.empty_hint') }}
    />
  )
}
