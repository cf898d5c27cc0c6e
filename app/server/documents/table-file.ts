import type { Column } from '#app/domain/core/lists/columns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isListFileFormat, listFiles } from '#app/print/list-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { download } from './list-files.ts'

/** A table that is no list of its own, as a workbook or as CSV. */
interface Tabled<Row> {
  /** Of its sheet, and of the file without its ending. */
  name: string
  file: string
  columns: readonly Column<keyof Row & string>[]
  rows: Row[]
}

/** Refuses (not_found.page) an address that asks for a file of another kind. */
export async function tableFile<Row extends object>(
  { t }: RequestContext,
  format: string | undefined,
  read: () => Promise<Tabled<Row>>,
): Promise<Response> {
  if (!isListFileFormat(format)) throw new Refusal('not_found.page')
  const { name, file, columns, rows } = await read()
  const { contentType, pieces: made } = listFiles[format]
  const pieces: Uint8Array[] = []
  for await (const piece of made({ name, columns, chunks: [rows], note: () => undefined, t }))
    pieces.push(piece)
  return download(Buffer.concat(pieces), `${file}.${format}`, contentType)
}
