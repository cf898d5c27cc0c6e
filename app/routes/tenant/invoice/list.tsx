import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'invoice.view', title: 'invoice.plural' } satisfies Handle

export const loader = onlyList(invoiceList)

export default function Invoices() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      open={(row) => paths.invoice.view(row.id)}
      cells={{
        number: (row) => row.number ?? t('common.status.draft'),
        // on a phone it is the one sum of the row; a draft is not owed yet, and then it will be all of it
        balance_sen: (row) =>
          row.status === 'paid' ? (
            // its state says so; on a phone nothing beside its name looks as if it were the sum of it
            <span className="table">{formatRinggit(row.balance_sen)}</span>
          ) : (
            formatRinggit(row.status === 'draft' ? row.total_sen : row.balance_sen)
          ),
      }}
      add={{ label: t('invoice.new'), href: paths.invoice.new() }}
      actions={
        list.mayCreate && <LinkButton href={paths.invoice.several()}>{t('invoice.several.title')}</LinkButton>
      }
      searchHint={t('invoice.search_hint')}
      empty={{ title: t('invoice.empty'), hint: list.mayCreate ? t('invoice.empty_hint') : undefined }}
    />
  )
}
