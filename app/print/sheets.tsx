import type { i18n } from 'i18next'
import type { Kysely } from 'kysely'
import type { ReactElement } from 'react'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { formatInstant, todayIn } from '#app/domain/core/dates.ts'
import {
  type DocumentOrder,
  type InvoiceParameters,
  type ListParameters,
  pdfRows,
  type ReceiptParameters,
  type ReceiptSize,
  type StatementParameters,
} from '#app/domain/core/documents/document.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { columnsFor } from '#app/domain/core/lists/list.ts'
import { readFirstRows } from '#app/domain/core/lists/read-list.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { platformPaper } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { readGrouping } from '#app/domain/reporting/reports/grouping.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { DB } from '#db/types.ts'
import { appliedFilters } from './applied-filters.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'
import { invoiceDocument } from './invoice.ts'
import { PlatformInvoiceDocument } from './platform/PlatformInvoiceDocument.tsx'
import { ReceiptDocument } from './ReceiptDocument.tsx'
import { receiptDocument } from './receipt.ts'
import { requestedList } from './requested-list.ts'
import type { Look } from './signed-online.ts'
import { StatementDocument } from './statement/StatementDocument.tsx'
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
  /** Of a receipt; anything else is on A4. */
  size?: ReceiptSize
  /** The words it is drawn with. */
  i18n: i18n
  draw(logo: string | null): ReactElement
}

/** Whose document it is: the organisation's own origin, what signs its papers, and what opens the sealed that they print. */
export type Source = Omit<Look, 'logo'> & { keys: Keys }

/**
 * Reads all that a document shows, in the organisation's own place. Refuses what is not there (any more).
 */
export async function sheetOf(db: Kysely<DB>, document: DocumentOrder, from: Source): Promise<Sheet> {
  const i18n = i18nOf(document.locale, await labelsOf(db))
  switch (document.kind) {
    case 'invoice':
      return invoiceSheet(db, document, from, i18n)
    case 'receipt':
      return receiptSheet(db, document, from, i18n)
    case 'statement':
      return statementSheet(db, document, i18n)
    case 'platform_invoice':
      return platformSheet(db, { subject_id: document.subject_id! }, i18n)
    case 'list':
      return listSheet(db, document, from, i18n)
  }
}

async function invoiceSheet(
  db: Kysely<DB>,
  { subject_id, parameters }: DocumentOrder,
  from: Source,
  i18n: i18n,
) {
  const { audience = 'family' } = parameters as InvoiceParameters
  const sheet = await invoiceDocument(db, subject_id!, { ...from, logo: null, audience })
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

async function receiptSheet(
  db: Kysely<DB>,
  { subject_id, parameters }: DocumentOrder,
  from: Source,
  i18n: i18n,
) {
  const { audience = 'family', size = 'a4' } = parameters as ReceiptParameters
  const sheet = await receiptDocument(db, subject_id!, { ...from, logo: null, audience })
  const { organisation, payment } = sheet.data
  return {
    ...look(organisation),
    name: fileName(payment.number),
    title: `${i18n.t('payment.paper.title')} ${payment.number} · ${organisation.name}`,
    tagged: true,
    i18n,
    size,
    draw: (logo: string | null) => <ReceiptDocument {...sheet} size={size} logo={logo} />,
  }
}

async function statementSheet(
  db: Kysely<DB>,
  { subject_id, parameters, locale, created_at }: DocumentOrder,
  i18n: i18n,
) {
  const span = parameters as StatementParameters
  const [organisation, { head, rows }] = await Promise.all([
    organisationOf(db),
    statementOf(db, everywhere, subject_id!, span),
  ])
  const { name, family_code } = head
  const printed = formatInstant(created_at, locale)
  return {
    ...look(organisation),
    name: fileName(`statement-${family_code}-${span.from}-${span.to}`),
    title: `${i18n.t('statement.one')} ${family_code} · ${organisation.name}`,
    tagged: rows.length <= 100,
    i18n,
    draw: (logo: string | null) => (
      <StatementDocument {...{ organisation, logo, name, family_code, span, rows, printed }} />
    ),
  }
}

/** `debtor`: of one whose organisation is not made yet. */
export async function platformSheet(
  db: Kysely<DB>,
  { subject_id, debtor }: { subject_id: string; debtor?: string },
  i18n: i18n,
) {
  const paper = await platformPaper(db, subject_id, debtor)
  return {
    name: fileName(paper.invoice.number),
    title: `${i18n.t('invoice.one')} ${paper.invoice.number} · ${paper.issuer.name}`,
    ...{ colour: null, logo: null, tagged: true, i18n },
    draw: () => <PlatformInvoiceDocument {...paper} />,
  }
}

async function listSheet(
  db: Kysely<DB>,
  { parameters, locale, created_at }: DocumentOrder,
  { keys }: Source,
  i18n: i18n,
) {
  const { list, reader, search, groups } = requestedList(parameters as ListParameters, created_at, keys)
  const [organisation, page, filters, grouping] = await Promise.all([
    organisationOf(db),
    readFirstRows(list, db, reader, search, pdfRows),
    appliedFilters(db, { list, reader, search }, { t: i18n.t, locale }),
    groups && readGrouping(groups.report, db, reader, search, groups.column),
  ])
  const title = i18n.t(list.title)
  return {
    ...look(organisation),
    name: fileName(`${list.name.replaceAll('/', '-')}-${todayIn(created_at)}`),
    title: `${title} · ${organisation.name}`,
    tagged: page.total <= 100,
    i18n,
    draw: (logo: string | null) => (
      <TableDocument
        organisation={organisation}
        logo={logo}
        title={title}
        columns={columnsFor(list, reader, 'file')}
        page={page}
        filters={filters}
        grouping={grouping}
        printed={formatInstant(created_at, locale)}
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
