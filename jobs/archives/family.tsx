import type { Kysely } from 'kysely'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { leaveIn } from '#app/domain/classes/leave/find-leave.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { formatInstant, todayIn } from '#app/domain/core/dates.ts'
import { fileNameOf } from '#app/domain/core/documents/file-name.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { type Column, columnsOf } from '#app/domain/core/lists/columns.ts'
import { columnsFor, type Reader, type TenantList } from '#app/domain/core/lists/list.ts'
import { readInChunks } from '#app/domain/core/lists/read-list.ts'
import { composed } from '#app/domain/messaging/inbox/composed.ts'
import { inboxPage } from '#app/domain/messaging/inbox/inbox.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { slipsIn } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { statementColumns, statementOf } from '#app/domain/people/families/statement.ts'
import type { ArchiveOrder } from '#app/domain/reporting/archives/archive.ts'
import {
  type FamilyFacts,
  familyFacts,
  familyRoles,
  familyScope,
} from '#app/domain/reporting/archives/family/family-facts.ts'
import { familySections } from '#app/domain/reporting/archives/family/sections.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { messageWords } from '#app/i18n/message-words.ts'
import { FileMissing } from '#app/integrations/files/key.ts'
import { FamilyArchive } from '#app/print/archive/FamilyArchive.tsx'
import { safeName, type ZipWriter } from '#app/print/archive/zip.ts'
import { InvoiceDocument } from '#app/print/InvoiceDocument.tsx'
import { invoiceDocuments } from '#app/print/invoice.ts'
import { listFiles } from '#app/print/list-file.ts'
import { printables } from '#app/print/lists.ts'
import { logoImage } from '#app/print/logo/logo.ts'
import { ReceiptDocument } from '#app/print/ReceiptDocument.tsx'
import { receiptDocument } from '#app/print/receipt.ts'
import { htmlOf, sharedLogo } from '#app/print/render.tsx'
import type { DB } from '#db/types.ts'
import { keysOf, type TenantTools } from '#jobs/handler.ts'
import { sourceOf } from '#jobs/pdf/print-papers.ts'
import { type Page, printed } from './papers.ts'

/** A list of the archive with all of its rows: a family has few. */
interface Section {
  name: string
  title: string
  columns: readonly Column[]
  rows: Record<string, unknown>[]
}

/** A file that the family has sent, or was sent. */
interface Paper {
  folder: string
  id: string
  name: string
  storage_key: string
}

/** What came to the family's inbox. */
interface Message {
  id: string
  at: Date
  subject: string
  text: string
}

const messageColumns = columnsOf<Message>()(
  { key: 'at', label: 'archive.family.received_at', kind: 'instant' },
  { key: 'subject', label: 'archive.family.subject' },
  { key: 'text', label: 'archive.family.text' },
)

/** The oldest day that a statement asks for: before any organisation used the product. */
const beginning = '2000-01-01'

/**
 * The pieces of a family's archive: everything that the parent may see of themselves and their children on their own pages, as data
 * (JSON, CSV), as a page to read, and with its papers. It is read with the parent's own scope, whoever has asked for it.
 */
export async function* familyPieces(
  tools: TenantTools,
  order: ArchiveOrder,
  zip: ZipWriter,
  note: (done: number, total: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { report, entity, environment, files, log, signal } = tools
  const { locale } = order
  const all = await report((db) => readAll(db, tools, order))
  const { i18n, organisation, facts, sections, messages, papers, invoices, receipts } = all
  const { t } = i18n
  const told = { t, locale, note: () => undefined }
  const total = 3 + invoices.length + receipts.length + papers.length
  let done = 0
  const step = async (more: number) => {
    signal.throwIfAborted()
    done += more
    await note(done, total)
  }
  await step(1)

  yield* zip.file('family.json', [jsonOf(order, organisation.name, all)])
  const tables = [...sections, messages]
  for (const { name, columns, rows } of tables)
    yield* zip.file(
      `csv/${name}.csv`,
      listFiles.csv.pieces({ ...told, name, columns, chunks: rows.length > 0 ? [rows] : [] }),
    )
  yield* zip.file('README.txt', [Buffer.from(`\uFEFF${readme('en', all)}\r\n\r\n${readme('my', all)}\r\n`)])
  await step(1)

  const gone = (file: string) => log.error({ file }, 'the logo is gone; the archive is printed without it')
  const logo = await logoImage(organisation.logo_file, files, gone)
  const title = `${t('archive.family.title')} · ${organisation.name}`
  const page = (
    <FamilyArchive
      organisation={organisation}
      logo={logo}
      printed={formatInstant(order.created_at, locale)}
      people={peopleOf(facts, { t, locale })}
      sections={tables}
    />
  )
  const html = htmlOf({ title, i18n, colour: organisation.theme_colour, page, onScreen: true })
  yield* zip.file('family.html', [Buffer.from(html)])
  yield* zip.file('family.pdf', [await tools.pdf.render(html, { tagged: true, patience: 2 })], {
    stored: true,
  })
  await step(1)

  const look = { title, colour: organisation.theme_colour, logo, i18n }
  const from = sourceOf(entity, environment)
  const shown = logo && sharedLogo
  const printing: readonly [
    string,
    readonly string[],
    (db: Kysely<DB>, id: string) => Promise<Page | undefined>,
  ][] = [
    [
      'invoices',
      invoices,
      async (db, id) => {
        const [sheet] = await invoiceDocuments(db, [id], { ...from, logo: shown })
        return sheet && <InvoiceDocument {...sheet()} />
      },
    ],
    [
      'receipts',
      receipts,
      async (db, id) => {
        const sheet = await receiptDocument(db, id, { ...from, logo: null, audience: 'family' })
        return <ReceiptDocument {...sheet} size="a4" logo={shown} />
      },
    ],
  ]
  for (const [folder, ids, read] of printing) {
    let part = 0
    for await (const { bytes, ids: those } of printed(tools, look, ids, read)) {
      part++
      yield* zip.file(`papers/${folder}-${String(part).padStart(2, '0')}.pdf`, [bytes], { stored: true })
      await step(those.length)
    }
  }
  for (const { folder, id, name, storage_key } of papers) {
    const content = await files.stream(storage_key).catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error
      log.error({ file: storage_key }, 'a stored file is gone; the archive is made without it')
      return undefined
    })
    if (content)
      yield* zip.file(`papers/${folder}/${id.slice(-8)}-${safeName(name)}`, content, { stored: true })
    await step(1)
  }
}

/** What each file holds, in one language. */
function readme(locale: Locale, { organisation, labels }: Pick<All, 'organisation' | 'labels'>): string {
  const t = i18nOf(locale, labels).getFixedT(locale)
  const lines = ['what', 'read', 'data', 'tables', 'papers'] as const
  return lines
    .map((line) => t(`archive.family.readme.${line}`, { organisation: organisation.name }))
    .join('\r\n')
}

async function readAll(db: Kysely<DB>, tools: TenantTools, order: ArchiveOrder) {
  const { entity, environment } = tools
  const labels = await labelsOf(db)
  const i18n = i18nOf(order.locale, labels)
  const scope = await familyScope(db, order.parent_id!)
  const today = todayIn(order.created_at)
  const [organisation, facts, papers] = await Promise.all([
    organisationOf(db),
    familyFacts(db, scope, keysOf(tools)),
    papersOf(db, scope),
  ])
  const sections: Section[] = []
  for (const name of familySections) {
    const section = await sectionOf(db, scope, today, name, i18n.t)
    if (section) sections.push(section)
  }
  const statement = await statementOf(db, scope, scope.parent_id!, { from: beginning, to: today })
  sections.push({
    ...{ name: 'statement', title: i18n.t('statement.one'), columns: statementColumns },
    rows: statement.rows as unknown as Record<string, unknown>[],
  })
  const setting = { entity, origin: originOf(entity, environment), words: messageWords }
  const messages = await messagesOf(db, scope, setting, i18n.t)
  const idsOf = (name: string) =>
    (sections.find((one) => one.name === name)?.rows ?? []) as { id: string; status?: string }[]
  return {
    ...{ i18n, labels, organisation, facts, sections, messages, papers },
    invoices: idsOf('invoice').map(({ id }) => id),
    receipts: [
      ...new Set(
        idsOf('payment').map((row) => String((row as { payment_id?: string }).payment_id ?? row.id)),
      ),
    ],
  }
}
type All = Awaited<ReturnType<typeof readAll>>

/** A list as the parent reads it; undefined where parents do not read it, or the organisation does not have it. */
async function sectionOf(
  db: Kysely<DB>,
  own: RowScope,
  today: string,
  name: string,
  t: All['i18n']['t'],
): Promise<Section | undefined> {
  const list = printables[name] as TenantList | undefined
  const scope = list?.access.view && scopeOf(familyRoles, list.access.view)
  if (!list || scope !== 'own') return undefined
  const reader: Reader = { scope: own, roles: familyRoles, today }
  const rows: Record<string, unknown>[] = []
  for await (const chunk of readInChunks(list, db, reader, list.search.parse({})))
    rows.push(...(chunk as Record<string, unknown>[]))
  return { name, title: t(list.title), columns: columnsFor(list, reader, 'file'), rows }
}

async function messagesOf(
  db: Kysely<DB>,
  { user_id, parent_id }: RowScope,
  setting: Parameters<typeof composed>[2],
  t: All['i18n']['t'],
): Promise<Section> {
  const rows: Message[] = []
  for (let page = 1; ; page++) {
    const found = await inboxPage(db, { user_id, parent_id }, { show: undefined, page })
    const words = await composed(db, found.rows, setting)
    rows.push(
      ...found.rows.map(({ id, created_at }) => ({
        ...{ id, at: created_at, subject: words.get(id)?.subject ?? t('inbox.gone') },
        text: words.get(id)?.text ?? '',
      })),
    )
    if (rows.length >= found.total || found.rows.length === 0) break
  }
  return {
    ...{ name: 'messages', title: t('inbox.title'), columns: messageColumns },
    rows: rows as unknown as Record<string, unknown>[],
  }
}

/** Files that the parent can open on their own pages: slips, papers of leave, and what they were sent. */
async function papersOf(db: Kysely<DB>, scope: RowScope): Promise<Paper[]> {
  const [slips, leave, sent] = await Promise.all([
    slipsIn(db, scope)
      .innerJoin('stored_file', 'stored_file.id', 'transfer_slip.file_id')
      .select(['transfer_slip.id', 'stored_file.name', 'stored_file.storage_key', 'stored_file.content_type'])
      .orderBy('transfer_slip.id')
      .execute(),
    leaveIn(db, scope)
      .innerJoin('stored_file', 'stored_file.id', 'leave_request.file_id')
      .select(['leave_request.id', 'stored_file.name', 'stored_file.storage_key', 'stored_file.content_type'])
      .orderBy('leave_request.id')
      .execute(),
    db
      .selectFrom('announcement_file')
      .innerJoin('stored_file', 'stored_file.id', 'announcement_file.file_id')
      .select(['announcement_file.file_id as id', 'announcement_file.name', 'stored_file.storage_key'])
      .select('stored_file.content_type')
      .where('announcement_file.announcement_id', 'in', (eb) =>
        eb
          .selectFrom('message')
          .innerJoin('message_delivery', 'message_delivery.message_id', 'message.id')
          .where('message_delivery.channel', '=', 'inapp')
          .where('message_delivery.status', 'in', ['sent', 'delivered', 'read'])
          .where((or) =>
            or.or([or('message.user_id', '=', scope.user_id), or('message.parent_id', '=', scope.parent_id)]),
          )
          .where('message.announcement_id', 'is not', null)
          .select((one) => one.ref('message.announcement_id').$notNull().as('announcement_id')),
      )
      .distinctOn('announcement_file.file_id')
      .orderBy('announcement_file.file_id')
      .execute(),
  ])
  const of =
    (folder: string) => (row: { id: string; name: string; storage_key: string; content_type: string }) => ({
      folder,
      ...row,
      name: fileNameOf(row),
    })
  return [...slips.map(of('transfer-slips')), ...leave.map(of('leave')), ...sent.map(of('announcements'))]
}

/** All of it as data. Amounts are integers in sen, instants UTC, days plain. */
function jsonOf(order: ArchiveOrder, organisation: string, { facts, sections, messages }: All): Buffer {
  const dataOf = ({ columns, rows }: Section) =>
    rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])))
  const lists = Object.fromEntries([...sections, messages].map((one) => [one.name, dataOf(one)]))
  const whole = { format: 1, organisation, made_at: order.created_at.toISOString(), ...facts, lists }
  return Buffer.from(JSON.stringify(whole, null, 2))
}

interface Speech {
  t: All['i18n']['t']
  locale: Locale
}

/** The parent and each child as pairs of a name and what is on file; what nobody has filled in is left out. */
function peopleOf({ account, parent, consent, children }: FamilyFacts, { t, locale }: Speech) {
  const { given_at, opt_outs, ...chosen } = consent
  const of = (group: 'parent' | 'student' | 'profile', facts: object) =>
    Object.entries(facts).flatMap(([key, value]) => {
      const text = factOf(value, { t, locale })
      return text ? [{ label: t([`${group}.${key}`, `archive.family.facts.${key}`]), value: text }] : []
    })
  return [
    { title: t('archive.family.parent'), facts: of('parent', parent) },
    ...(account ? [{ title: t('archive.family.account'), facts: of('profile', account) }] : []),
    {
      title: t('archive.family.consent'),
      facts: [
        ...of('parent', { consent_at: given_at, ...chosen }),
        ...opt_outs.map(({ channel, created_at }) => ({
          label: t('archive.family.left', { channel: t(`profile.channels.${channel}`) }),
          value: formatInstant(created_at, locale),
        })),
      ],
    },
    ...children.map(({ health, ...child }) => ({
      title: String((child as { name?: unknown }).name ?? t('student.one')),
      facts: of('student', { ...child, ...health }),
    })),
  ]
}

function factOf(value: unknown, { locale }: Speech): string {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return ''
  if (value instanceof Date) return formatInstant(value, locale)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? '' : String(value)
}
