import { type Column, exportCell } from '#app/domain/core/lists/columns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { groupTable } from '#app/domain/reporting/reports/grouping.ts'
import { firstRows } from '#app/print/first-rows.ts'
import { isListFileFormat, type ListFileFormat, listFiles } from '#app/print/list-file.ts'
import type { Listing } from '#app/print/listing.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { ExportedList } from './list-export.ts'

/** A list as a file, made while its reader waits; one that lacks rows says so in its last line. */
export async function listFile(
  { t, locale }: RequestContext,
  { columns, page, grouping, file }: ExportedList,
  format: ListFileFormat,
): Promise<Response> {
  const note = () => {
    const rows = firstRows(t, page.rows.length, page)
    return rows && `${rows}.`
  }
  const groups = grouping && groupTable(grouping, { t, locale, write: exportCell })
  return fileOf({ name: file, columns, chunks: [page.rows], note, groups, t, locale }, file, format)
}

/** A table that is no list of its own. */
interface Table<Row> {
  /** Name of its sheet. */
  name: string
  /** Name of the file, without its ending. */
  file: string
  columns: readonly Column<keyof Row & string>[]
  rows: Row[]
}

/** A table that is no list of its own, as XLSX or CSV. Refuses (not_found.page) any other format. */
export async function tableFile<Row extends object>(
  { t, locale }: RequestContext,
  format: string | undefined,
  read: () => Promise<Table<Row>>,
): Promise<Response> {
  if (!isListFileFormat(format)) throw new Refusal('not_found.page')
  const { name, file, columns, rows } = await read()
  return fileOf({ name, columns, chunks: [rows], note: () => undefined, t, locale }, file, format)
}

async function fileOf(listing: Listing, file: string, format: ListFileFormat): Promise<Response> {
  const { contentType, pieces } = listFiles[format]
  const made: Uint8Array[] = []
  for await (const piece of pieces(listing)) made.push(piece)
  return download(Buffer.concat(made), `${file}.${format}`, contentType)
}

/** A file for the reader's downloads. `name` is ours and plain ASCII. */
export function download(
  content: Uint8Array | ReadableStream<Uint8Array>,
  name: string,
  contentType: string,
  size = content instanceof Uint8Array ? content.length : undefined,
): Response {
  return new Response(content as BodyInit, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    },
  })
}
