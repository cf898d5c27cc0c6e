import type { i18n } from 'i18next'
import type { Kysely } from 'kysely'
import type { ReactElement } from 'react'
import { formatInstant, todayIn } from '#app/domain/dates.ts'
import { type DocumentOrder, type ListParameters, pdfRows } from '#app/domain/documents/document.ts'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { labelsOf } from '#app/domain/labels/find-labels.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import type { DB } from '#db/types.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'
import { invoiceDocument } from './invoice.server.ts'
import { printables } from './lists.server.ts'
import { ReceiptDocument } from './ReceiptDocument.tsx'
import { receiptDocument } from './receipt.server.ts'
import { TableDocument } from './TableDocument.tsx'

/** What a document is drawn from, all read: drawing it needs no database any more. */
export interface Sheet {
  /** Name of the file, plain ASCII. */
  name: string
  title: string
  colour: string | null
  /** The organisation's logo as its row names it. */
  logo: string | null
  /** False for a long table, whose tags for screen readers would weigh ten times what it says. */
  tagged: boolean
  /** The words it is drawn with. */
  i18n: i18n
  draw(logo: string | null): ReactElement
}

/**
 * Reads all that a document shows, in the organisation's own place; `origin` is the organisation's own. Refuses what
 * is not there (any more) and a list with too many rows.
 */
export async function sheetOf(db: Kysely<DB>, document: DocumentOrder, origin: string): Promise<Sheet> {
  const i18n = i18nOf(document.locale, await labelsOf(db))
  switch (document.kind) {
    case 'invoice':
      return invoiceSheet(db, document, origin, i18n)
    case 'receipt':
      return receiptSheet(db, document, origin, i18n)
    case 'list':
      return listSheet(db, document, i18n)
  }
}

async function invoiceSheet(db: Kysely<DB>, { subject_id }: DocumentOrder, origin: string, i18n: i18n) {
  const sheet = await invoiceDocument(db, subject_id!, { origin, logo: null })
  const { organisation, invoice } = sheet.data
  const number = invoice.number ?? invoice.id
  return {
    ...look(organisation),
    name: fileName(number),
    title: `${i18n.t('invoice.one')} ${number} · ${organisation.name}`,
    tagged: true,
    i18n,
    draw: (logo: string | null) => <InvoiceDocument {...sheet} logo={logo} />,
  }
}

async function receiptSheet(db: Kysely<DB>, { subject_id }: DocumentOrder, origin: string, i18n: i18n) {
  const sheet = await receiptDocument(db, subject_id!, { origin, logo: null })
  const { organisation, payment } = sheet.data
  return {
    ...look(organisation),
    name: fileName(payment.number),
    title: `${i18n.t('payment.paper.title')} ${payment.number} · ${organisation.name}`,
    tagged: true,
    i18n,
    draw: (logo: string | null) => <ReceiptDocument {...sheet} logo={logo} />,
  }
}

async function listSheet(db: Kysely<DB>, { parameters, locale, created_at }: DocumentOrder, i18n: i18n) {
  const { name, query, scope } = parameters as ListParameters
  const list = Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  const asked = list.search.parse(Object.fromEntries(new URLSearchParams(query)))
  const search = { ...asked, page: 1, limit: pdfRows }
  const [organisation, page] = await Promise.all([organisationOf(db), list.rows(db, scope, search as never)])
  if (page.total > pdfRows) throw new Refusal('document.too_many_rows')
  const title = i18n.t(list.title)
  return {
    ...look(organisation),
    name: fileName(`${name}-${todayIn(created_at)}`),
    title: `${title} · ${organisation.name}`,
    tagged: page.total <= 100,
    i18n,
    draw: () => (
      <TableDocument
        organisation={organisation.name}
        title={title}
        columns={list.columns}
        rows={page.rows}
        totals={page.totals}
        total={page.total}
        printed={formatInstant(created_at, locale)}
        search={page.search}
      />
    ),
  }
}

function look({ theme_colour, logo_file }: Awaited<ReturnType<typeof organisationOf>>) {
  return { colour: theme_colour, logo: logo_file }
}

/** Numbers carry a prefix of the organisation's choice; on every disk and in every header the name is plain. */
function fileName(text: string): string {
  return `${text.replace(/[^\w.-]+/g, '-').slice(0, 100)}.pdf`
}
