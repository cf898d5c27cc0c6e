import { createHash } from 'node:crypto'
import { todayIn } from '#app/domain/core/dates.ts'
import { noteProgress } from '#app/domain/core/documents/change-document.ts'
import type { DocumentOrder, ListParameters, MadeFile } from '#app/domain/core/documents/document.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { exportCell } from '#app/domain/core/lists/columns.ts'
import { backgroundLimit, columnsFor } from '#app/domain/core/lists/list.ts'
import { countRows, readInChunks } from '#app/domain/core/lists/read-list.ts'
import { groupTable, readGrouping } from '#app/domain/reporting/reports/grouping.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { firstRows } from '#app/print/first-rows.ts'
import { type ListFileFormat, listFiles } from '#app/print/list-file.ts'
import { requestedList } from '#app/print/requested-list.ts'
import { isBusy } from '#db/sharing/busy.ts'
import { keysOf, type TenantTools } from '#jobs/handler.ts'

type Tools = Pick<TenantTools, 'withTenant' | 'report' | 'files' | 'signal' | 'environment' | 'entity'>

/**
 * Writes a list as CSV or XLSX into the organisation's files, up to {@link backgroundLimit} rows, and stores its progress
 * meanwhile. The file is written in pieces and appears when it is complete, so that an interrupted run leaves nothing behind and
 * the next one starts over. Refuses a list that does not exist (any more).
 */
export async function exportList(
  tools: Tools,
  { id, parameters, locale, created_at }: DocumentOrder,
  format: ListFileFormat,
): Promise<MadeFile> {
  const { withTenant, report, files, signal } = tools
  const {
    list,
    reader,
    search,
    groups: grouped,
  } = requestedList(parameters as ListParameters, created_at, keysOf(tools))
  const { contentType, pieces } = listFiles[format]
  const storage_key = `documents/${id}.${format}`
  const name = `${list.name.replaceAll('/', '-')}-${todayIn(created_at)}`
  return report(async (db) => {
    const { t } = i18nOf(locale, await labelsOf(db))
    const found = await countRows(list, db, reader, search)
    const total = Math.min(found.total, backgroundLimit)
    let done = 0
    async function* chunks() {
      for await (const rows of readInChunks(list, db, reader, search)) {
        signal.throwIfAborted()
        await withTenant((trx) => noteProgress(trx, id, { done, total })).catch(ignoreBusy)
        yield rows
        done += rows.length
      }
    }
    const note = () => {
      const rows = firstRows(t, done, found)
      return rows && `${rows}.`
    }
    const columns = columnsFor(list, reader, 'file')
    const grouping = grouped && (await readGrouping(grouped.report, db, reader, search, grouped.column))
    const groups = grouping && groupTable(grouping, { t, locale, write: exportCell })
    const measured = measure(pieces({ name, columns, chunks: chunks(), note, groups, t, locale }))
    await files.put(storage_key, measured.pieces, contentType)
    return { name: `${name}.${format}`, content_type: contentType, storage_key, ...measured.result() }
  })
}

/** Progress that could not be stored is no reason to start over. */
export function ignoreBusy(error: unknown) {
  if (!isBusy(error)) throw error
}

/** Passes pieces on; `result` has their size and hash once all have passed. */
export function measure(pieces: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size_bytes = 0
  async function* passing() {
    for await (const piece of pieces) {
      hash.update(piece)
      size_bytes += piece.length
      yield piece
    }
  }
  return { pieces: passing(), result: () => ({ size_bytes, sha256: hash.digest() }) }
}
