import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { ArchiveOrder } from '#app/domain/reporting/archives/archive.ts'
import { largestArchive } from '#app/domain/reporting/archives/archive.ts'
import {
  expireArchives,
  failArchive,
  finishArchive,
  noteArchiveProgress,
  overdueArchives,
} from '#app/domain/reporting/archives/change-archive.ts'
import { queuedArchive } from '#app/domain/reporting/archives/find-archives.ts'
import { type ZipWriter, zipWriter } from '#app/print/archive/zip.ts'
import { isBusy } from '#db/sharing/busy.ts'
import { ignoreBusy, measure } from '#jobs/export/export-list.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import { familyPieces } from './family.tsx'
import { yearPieces } from './year.tsx'

/**
 * Makes a ZIP into the organisation's files, under a name that follows from its id. It appears when it is complete: a run that was
 * cut off leaves nothing behind, and the next one starts over. One that is not queued any more is left alone. What can never be made has
 * failed, and so has anything after the job's last try.
 */
export const makeArchive: Handler<'archive.make'> = async ({ archive_id: id }, tools) => {
  const { withTenant, job, log } = tools
  const order = await withTenant((trx) => queuedArchive(trx, id))
  if (!order) return
  try {
    const made = await make(tools, order)
    const first = await withTenant((trx) => finishArchive(trx, id, made))
    if (!first) log.info({ archive_id: id }, 'the archive was made by another run')
  } catch (error) {
    if (error instanceof Postponed || isBusy(error) || tools.signal.aborted) throw error
    const refusal = asRefusal(error)
    const code = refusal?.code ?? (job.attempt >= job.attempts ? 'unexpected' : undefined)
    if (code) await withTenant((trx) => failArchive(trx, id, code))
    if (!refusal) throw error
    log.info({ archive_id: id, code: refusal.code }, 'the archive cannot be made')
  }
}

async function make(tools: TenantTools, order: ArchiveOrder) {
  const { withTenant, files, entity } = tools
  const { id, kind, created_at } = order
  const zip = zipWriter(created_at)
  const facts = { equations: 0, differences: 0 }
  const note = (done: number, total: number) =>
    withTenant((trx) => noteArchiveProgress(trx, id, { done, total })).catch(ignoreBusy)
  const pieces =
    kind === 'year' ? yearPieces(tools, order, zip, { note, facts }) : familyPieces(tools, order, zip, note)
  const storage_key = `archives/${id}.zip`
  const measured = measure(whole(zip, pieces))
  await files.put(storage_key, measured.pieces, 'application/zip')
  const { starts_on, ends_on } = order
  const file_name =
    kind === 'year'
      ? `${entity.subdomain}-${starts_on}-${ends_on}.zip`
      : `${entity.subdomain}-family-${created_at.toISOString().slice(0, 10)}.zip`
  return { file_name, storage_key, ...measured.result(), ...(kind === 'year' ? facts : {}) }
}

/** The pieces and the end of a ZIP; refuses (archive.too_large) one that its format has no room for. */
async function* whole(zip: ZipWriter, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (zip.size > largestArchive) throw new Refusal('archive.too_large')
    yield piece
  }
  yield zip.end()
}

/** Removes the files before their rows say so: if that fails in between, the next night finds the rows and repeats it. */
export const cleanArchives: Handler<'archive.clean'> = async (_payload, { withTenant, files, log }) => {
  const overdue = await withTenant(overdueArchives)
  for (const { storage_key } of overdue) if (storage_key) await files.remove(storage_key)
  await withTenant((trx) =>
    expireArchives(
      trx,
      overdue.map(({ id }) => id),
    ),
  )
  if (overdue.length > 0) log.info({ removed: overdue.length }, 'files of old archives removed')
}
