import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'

export const handle = { access: 'invoice.view', title: 'invoice.plural' } satisfies Handle

const invoices = listLoader(invoiceList)

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await invoices(args)), mayReport: args.context.can('einvoice.submit') }
}

export default function Invoices() {
  const list = useLoaderData<typeof loader>()
  return list.family ? <FamilyInvoices list={list} /> : <OfficeInvoices list={list} />
}

type View = ReturnType<typeof useLoaderData<typeof loader>>

/** A parent's invoices by what they are for, each with its amount and its PDF. */
function FamilyInvoices({ list }: { list: View }) {
  const { titleOf } = useTitles()
  return (
    <ListPage
      {...list}
      columns={familyColumns(list.columns)}
      yours="invoice"
      open={(row) => paths.invoice.view(row.id)}
      cells={{
        balance_sen: ({ status, balance_sen, total_sen }) =>
          formatRinggit(status === 'paid' || status === 'cancelled' ? total_sen : balance_sen),
      }}
      rowActions={(row) => (
        <a href={paths.invoice.download(row.id)} aria-label={`PDF ${titleOf(row.title)}`}>
          PDF
        </a>
      )}
    />
  )
}

const shownToFamily = ['title', 'number', 'due_on', 'balance_sen', 'status']

/** What is left of an open invoice and the total of a paid one are in one column: the amount. */
const familyColumns = (columns: View['columns']): View['columns'] =>
  columns
    .filter(({ key }) => shownToFamily.includes(key))
    .map((column) => (column.key === 'balance_sen' ? { ...column, label: 'invoice.amount' } : column))

/** Only then its filter is there. */
const usesEInvoices = ({ filters }: View) => filters.some(({ name }) => name === 'einvoice')

function OfficeInvoices({ list }: { list: View }) {
  const { t } = useTranslation()
  const { purposeOf } = useTitles()
  return (
    <ListPage
      {...list}
      open={(row) => paths.invoice.view(row.id)}
      note={(row) => (
        <>
          {purposeOf(row.title)} · <span className="number">{row.number ?? t('common.status.draft')}</span>
          {row.einvoice && ` · ${t('einvoice.one')}: ${t(`einvoice.statuses.${row.einvoice}`)}`}
        </>
      )}
      cells={{
        credited_sen: (row) => (row.credited_sen > 0 ? formatRinggit(row.credited_sen) : '–'),
        // On a phone this is the only amount of the row, so a draft, of which nothing is owed yet, shows its total.
        balance_sen: (row) =>
          row.status === 'paid' ? (
            // On a phone a zero beside the name would read as the amount of the invoice; the status says that it is paid.
            <span className="table">{formatRinggit(row.balance_sen)}</span>
          ) : (
            formatRinggit(row.status === 'draft' ? row.total_sen : row.balance_sen)
          ),
      }}
      add={{ label: t('invoice.new'), href: paths.invoice.new() }}
      actions={
        <>
          {list.mayCreate && (
            <LinkButton href={paths.invoice.several()}>{t('invoice.several.title')}</LinkButton>
          )}
          {list.mayReport && usesEInvoices(list) && (
            <LinkButton href={paths.einvoice.new()}>{t('einvoice.new')}</LinkButton>
          )}
        </>
      }
      searchHint={t('invoice.search_hint')}
      empty={{ title: t('invoice.empty'), hint: list.mayCreate ? t('invoice.empty_hint') : undefined }}
    />
  )
}
