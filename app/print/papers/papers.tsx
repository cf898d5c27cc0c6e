import type { i18n } from 'i18next'
import type { Kysely } from 'kysely'
import type { ReactElement } from 'react'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { type DocumentOrder, type ListParameters, mostPapers } from '#app/domain/core/documents/document.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import type { Reader, SearchOf, TenantList } from '#app/domain/core/lists/list.ts'
import { readFirstRows } from '#app/domain/core/lists/read-list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { InvoiceDocument } from '#app/print/InvoiceDocument.tsx'
import { invoiceDocuments } from '#app/print/invoice.ts'
import { markupOf, sharedLogo } from '#app/print/render.tsx'
import { requestedList } from '#app/print/requested-list.ts'
import type { Source } from '#app/print/sheets.tsx'
import type { Look } from '#app/print/signed-online.ts'
import type { DB } from '#db/types.ts'

/** Reads some rows of a list; each is drawn as the paper that it is when it is asked for. */
type Read = (db: Kysely<DB>, ids: readonly string[], look: Look) => Promise<(() => ReactElement)[]>

/** By the name of the list. */
const readings: Readonly<Record<string, Read>> = {
  invoice: async (db, ids, look) =>
    (await invoiceDocuments(db, ids, look)).map((sheet) => () => <InvoiceDocument {...sheet()} />),
}

/** Papers that are read between two looks at whether to go on. */
const step = 50

/**
 * The rows of a search that have a paper, in the order of the list. Refuses more than one PDF holds
 * (document.too_many_papers), and none at all (document.no_papers): a draft has no paper yet.
 */
export async function paperIds(
  list: TenantList,
  db: Kysely<DB>,
  reader: Reader,
  search: SearchOf<TenantList['filters']>,
): Promise<string[]> {
  const { rows, total } = await readFirstRows(list, db, reader, search, mostPapers)
  if (total > mostPapers) throw new Refusal('document.too_many_papers', undefined, { most: mostPapers })
  const issued = (rows as { id: string; status?: string }[]).filter(({ status }) => status !== 'draft')
  if (issued.length === 0) throw new Refusal('document.no_papers')
  return issued.map(({ id }) => id)
}

export interface Papers {
  /** Name of the file, plain ASCII. */
  name: string
  title: string
  colour: string | null
  /** The organisation's logo as its row names it; the papers have a place for it. */
  logo: string | null
  i18n: i18n
  /** Draw the papers as `htmlOfMany` takes them. */
  documents: (() => string)[]
}

/**
 * Reads the papers of all rows of a list, some at a time; `goOn` is asked in between and may end it by an error. They are
 * drawn afterwards, as things were when they were read. Refuses as {@link paperIds}.
 */
export async function papersOf(
  db: Kysely<DB>,
  { parameters, locale, created_at }: DocumentOrder,
  from: Source,
  goOn: () => void,
): Promise<Papers> {
  const { list, reader, search } = requestedList(parameters as ListParameters, created_at)
  const read = list.papers ? readings[list.name] : undefined
  if (!read) throw new Refusal('not_found.page')
  const i18n = i18nOf(locale, await labelsOf(db))
  const { name, theme_colour, logo_file } = await organisationOf(db)
  const ids = await paperIds(list, db, reader, search)
  const look = { ...from, logo: logo_file && sharedLogo }
  const documents: (() => string)[] = []
  for (let at = 0; at < ids.length; at += step) {
    goOn()
    const pages = await read(db, ids.slice(at, at + step), look)
    documents.push(...pages.map((page) => () => markupOf(i18n, page())))
  }
  return {
    name: `${list.name}-${todayIn(created_at)}.pdf`,
    title: `${i18n.t(list.title)} · ${name}`,
    ...{ colour: theme_colour, logo: logo_file, i18n, documents },
  }
}
