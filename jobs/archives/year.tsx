import type { Kysely } from 'kysely'
import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { monthList } from '#app/domain/accounting/months/find-months.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { formatDate, formatInstant, todayIn } from '#app/domain/core/dates.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { columnsFor, type Reader, type TenantList } from '#app/domain/core/lists/list.ts'
import { countRows, readInChunks } from '#app/domain/core/lists/read-list.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { documentList } from '#app/domain/einvoice/documents/find-documents.ts'
import { infaqList, zakatList } from '#app/domain/giving/donations/find-donations.ts'
import { fundList } from '#app/domain/giving/funds/find-fund-moves.ts'
import { cancelledList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { type StatementRow, statementColumns, statementOf } from '#app/domain/people/families/statement.ts'
import { ownPayoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import type { ArchiveOrder } from '#app/domain/reporting/archives/archive.ts'
import { ageingColumns, ageingOn } from '#app/domain/reporting/archives/year/ageing.ts'
import {
  type Equation,
  equationColumns,
  equationsOf,
  paymentsIn,
  rowsOfEquations,
} from '#app/domain/reporting/archives/year/equations.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { type Day, within } from '#app/print/archive/listing.ts'
import type { ZipWriter } from '#app/print/archive/zip.ts'
import { firstRows } from '#app/print/first-rows.ts'
import { listFiles } from '#app/print/list-file.ts'
import { logoImage } from '#app/print/logo/logo.ts'
import { ReceiptDocument } from '#app/print/ReceiptDocument.tsx'
import { receiptDocument } from '#app/print/receipt.ts'
import { sharedLogo } from '#app/print/render.tsx'
import { StatementDocument } from '#app/print/statement/StatementDocument.tsx'
import type { DB } from '#db/types.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { sourceOf } from '#jobs/pdf/print-papers.ts'
import { printed } from './papers.ts'
import { produced } from './produced.ts'

interface Span {
  from: string
  to: string
}

/** TypeScript cannot see that a list of any rows is a list. */
const sheetOf = (list: unknown) => list as TenantList

/** A spreadsheet of the archive: the rows of a list whose day is in the year. */
const sheets: readonly { file: string; list: TenantList; day: Day }[] = [
  { file: '03-invoices', list: sheetOf(invoiceList), day: { column: 'issued_on' } },
  { file: '04-receipts', list: sheetOf(paymentList), day: { column: 'booked_on' } },
  {
    file: '05-cancelled',
    list: sheetOf(cancelledList),
    day: { column: 'cancelled_at', instant: true },
  },
  { file: '06-credit-notes', list: sheetOf(creditNoteList), day: { column: 'issued_on' } },
  { file: '07-refunds', list: sheetOf(creditRefundList), day: { column: 'paid_on' } },
  { file: '08-collections', list: sheetOf(collectionList), day: { column: 'collected_on' } },
  { file: '09-payouts', list: sheetOf(ownPayoutList), day: { column: 'payout_on' } },
  { file: '10-einvoices', list: sheetOf(documentList), day: { column: 'created_at', instant: true } },
  { file: '11-infaq', list: sheetOf(infaqList), day: { column: 'given_on' } },
  { file: '12-zakat', list: sheetOf(zakatList), day: { column: 'given_on' } },
  { file: '13-funds', list: sheetOf(fundList), day: { column: 'entered_on' } },
]

/** A movement of a statement with whose it is. */
type FamilyMovement = StatementRow & { family_code: string; family: string }

const movementColumns = columnsOf<FamilyMovement>()(
  { key: 'family_code', label: 'parent.family_code', kind: 'number' },
  { key: 'family', label: 'statement.family' },
  ...statementColumns,
)

/** What a year archive says of itself, once it is written. */
export interface YearFacts {
  equations: number
  differences: number
}

/**
 * The pieces of a year's archive, in order. Its tables are read in one transaction, as things are at one moment, and written while they
 * are read; its papers follow, some at a time. `note` is told how much is done.
 */
export async function* yearPieces(
  tools: TenantTools,
  order: ArchiveOrder,
  zip: ZipWriter,
  { note, facts }: { note(done: number, total: number): Promise<void>; facts: YearFacts },
): AsyncGenerator<Uint8Array> {
  const span = { from: order.starts_on!, to: order.ends_on! }
  const { report, files, log, entity, environment } = tools
  const { i18n, organisation, families, receipts, payments } = await report(async (db) => ({
    i18n: i18nOf(order.locale, await labelsOf(db)),
    organisation: await organisationOf(db),
    families: await familyIds(db),
    receipts: await receiptIds(db, span),
    payments: await paymentsIn(db, span),
  }))
  const { t } = i18n
  const total = families.length + sheets.length + (order.papers ? families.length + receipts.length : 0)
  let done = 0
  const step = async (more: number) => {
    tools.signal.throwIfAborted()
    done += more
    await note(done, total)
  }
  const moving: string[] = []

  yield* produced<Uint8Array>((hand) =>
    report(async (db) => {
      const write = async (path: string, pieces: AsyncIterable<Uint8Array>) => {
        for await (const bytes of zip.file(path, pieces)) await hand(bytes)
      }
      const told = { t, locale: order.locale, note: () => undefined }
      const equations = await equationsOf(db, span)
      facts.equations = equations.length
      facts.differences = equations.filter(({ difference_sen }) => difference_sen !== 0).length
      await write(
        '01-equations.xlsx',
        listFiles.xlsx.pieces({
          ...told,
          name: 'equations',
          columns: equationColumns,
          chunks: [rowsOfEquations(equations)],
        }),
      )
      await write(
        '02-statements.csv',
        listFiles.csv.pieces({
          ...told,
          name: 'statements',
          columns: movementColumns,
          chunks: movements(db, families, span, moving, step),
        }),
      )
      const reader: Reader = {
        scope: everywhere,
        roles: ['superadmin'],
        today: todayIn(order.created_at),
      }
      for (const { file, list, day } of sheets) {
        await write(`${file}.xlsx`, listed(db, within(list, day, span), { file, reader, told }))
        await step(1)
      }
      const months = within(
        sheetOf(monthList),
        { column: 'month' },
        {
          from: span.from.slice(0, 7),
          to: span.to.slice(0, 7),
        },
      )
      await write('14-months.xlsx', listed(db, months, { file: '14-months', reader, told }))
      await write(
        '15-ageing.xlsx',
        listFiles.xlsx.pieces({
          ...told,
          name: 'ageing',
          columns: ageingColumns,
          chunks: ageingOn(db, span.to),
        }),
      )
      for (const locale of locales) {
        const readme = readmeOf(i18nOf(locale, await labelsOf(db)), {
          ...{ organisation: organisation.name, span, order, equations, payments },
        })
        await write(locale === 'my' ? 'BACA-SAYA.txt' : 'README.txt', text(readme))
      }
    }),
  )
  if (!order.papers) return

  const gone = (file: string) => log.error({ file }, 'the logo is gone; the archive is printed without it')
  const logo = await logoImage(organisation.logo_file, files, gone)
  const look = { colour: organisation.theme_colour, logo, i18n }
  const shown = logo && sharedLogo
  const printedAt = formatInstant(order.created_at, order.locale)
  let part = 0
  const statements = printed(
    tools,
    { ...look, title: `${t('statement.one')} · ${organisation.name}` },
    moving,
    async (db, id) => {
      const { head, rows } = await statementOf(db, everywhere, id, span)
      const { name, family_code } = head
      return (
        <StatementDocument
          {...{ organisation, logo: shown, name, family_code, span, rows }}
          printed={printedAt}
        />
      )
    },
  )
  for await (const { bytes, ids } of statements) {
    yield* zip.file(`statements/statements-${numbered(++part)}.pdf`, [bytes], { stored: true })
    await step(ids.length)
  }
  const from = sourceOf(entity, environment)
  const receiptPages = printed(
    tools,
    { ...look, title: `${t('payment.paper.title')} · ${organisation.name}` },
    receipts,
    async (db, id) => {
      const sheet = await receiptDocument(db, id, { ...from, logo: null, audience: 'family' })
      return <ReceiptDocument {...sheet} size="a4" logo={shown} />
    },
  )
  part = 0
  for await (const { bytes, ids } of receiptPages) {
    yield* zip.file(`receipts/receipts-${numbered(++part)}.pdf`, [bytes], { stored: true })
    await step(ids.length)
  }
}

const numbered = (part: number) => String(part).padStart(4, '0')

/** All families that ever had an invoice, a payment or credit, removed ones included. */
async function familyIds(db: Kysely<DB>): Promise<string[]> {
  const rows = await db
    .selectFrom('parent')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb.selectFrom('invoice').select('id').whereRef('invoice.payer_parent_id', '=', 'parent.id'),
        ),
        eb.exists(
          eb.selectFrom('credit_entry').select('id').whereRef('credit_entry.parent_id', '=', 'parent.id'),
        ),
      ]),
    )
    .orderBy('family_code')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function receiptIds(db: Kysely<DB>, { from, to }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('status', 'in', ['paid', 'cancelled'])
    .where('paid_on', '>=', from)
    .where('paid_on', '<=', to)
    .orderBy('paid_on')
    .orderBy('number')
    .execute()
  return rows.map(({ id }) => id)
}

/** Families that are read before their rows are written. */
const together = 25

/** The statement of each family, one row for each movement; one without any movement and balance is left out. */
async function* movements(
  db: Kysely<DB>,
  families: readonly string[],
  span: Span,
  moving: string[],
  step: (more: number) => Promise<void>,
): AsyncGenerator<FamilyMovement[]> {
  for (let at = 0; at < families.length; at += together) {
    const ids = families.slice(at, at + together)
    const rows: FamilyMovement[] = []
    for (const id of ids) {
      const statement = await statementOf(db, everywhere, id, span)
      const { head, opening_sen } = statement
      if (statement.rows.length === 2 && opening_sen === 0) continue
      moving.push(id)
      rows.push(
        ...statement.rows.map((row) => ({ ...row, family_code: head.family_code, family: head.name })),
      )
    }
    await step(ids.length)
    yield rows
  }
}

type Told = Pick<Parameters<typeof listFiles.xlsx.pieces>[0], 't' | 'locale'>

/** A list as a spreadsheet. A list that is too long for one says so in its last line. */
async function* listed(
  db: Kysely<DB>,
  list: TenantList,
  { file, reader, told }: { file: string; reader: Reader; told: Told },
): AsyncGenerator<Uint8Array> {
  const search = list.search.parse({})
  const found = await countRows(list, db, reader, search)
  let shown = 0
  async function* chunks() {
    for await (const rows of readInChunks(list, db, reader, search)) {
      yield rows
      shown += rows.length
    }
  }
  const note = () => {
    const rows = firstRows(told.t, shown, found)
    return rows && `${rows}.`
  }
  yield* listFiles.xlsx.pieces({
    ...told,
    name: file,
    columns: columnsFor(list, reader, 'file'),
    chunks: chunks(),
    note,
  })
}

async function* text(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

interface Readme {
  organisation: string
  span: Span
  order: ArchiveOrder
  equations: readonly Equation[]
  payments: number
}

/** The key of what a file is called: of `05-cancelled` it is `cancelled`. */
const wordOf = (file: string) => file.replace(/^\d\d-/, '').replaceAll('-', '_')

/** What is in the archive, and whether its books tie, in one language. */
function readmeOf(
  i18n: ReturnType<typeof i18nOf>,
  { organisation, span, order, equations, payments }: Readme,
): string[] {
  const { t } = i18n
  const locale = i18n.language as ArchiveOrder['locale']
  const files = [
    ...['01-equations', '02-statements', ...sheets.map(({ file }) => file), '14-months', '15-ageing'],
    ...(order.papers ? ['statements', 'receipts'] : []),
  ]
  return [
    t('archive.readme.title', { organisation }),
    t('archive.readme.span', { from: formatDate(span.from, locale), to: formatDate(span.to, locale) }),
    t('archive.readme.made', { at: formatInstant(order.created_at, locale) }),
    '',
    payments === 0 ? t('archive.readme.no_payment') : t('archive.readme.payments', { count: payments }),
    '',
    t('archive.readme.files'),
    ...files.map((file) => `  ${file}  ${t(`archive.files.${wordOf(file)}`)}`),
    '',
    t('archive.readme.equations'),
    ...equations.map(({ name, left_sen, right_sen, difference_sen }) => {
      const said = t('archive.readme.equation', {
        name: t(`archive.equations.${name}`),
        left: formatRinggit(left_sen),
        right: formatRinggit(right_sen),
        difference: formatRinggit(difference_sen),
      })
      return `  ${said}`
    }),
  ]
}
