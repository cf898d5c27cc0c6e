import { currentDay } from '#app/domain/core/clock.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { cleanImports } from '#app/domain/enrolment/imports/change-import.ts'
import { aboutOf, checkRows, saveChecked } from '#app/domain/enrolment/imports/check-import.ts'
import { failImport, finishImport, lockImport, writeNext } from '#app/domain/enrolment/imports/run-import.ts'
import { failImportUndo, undoImport } from '#app/domain/enrolment/imports/undo-import.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { keysOf } from '#jobs/keys.ts'
import { giveUpOnLastTry } from '#jobs/last-try.ts'

/** Checks all rows, on the connections of reports, by the rights of whoever said last what the columns are. */
export const checkImport: Handler<'import.check'> = async ({ import_id }, tools) => {
  const { withTenant, report } = tools
  const row = await withTenant((trx) => lockImport(trx, import_id))
  if (row?.status !== 'mapped') return
  await orFailed(tools, import_id, async () => {
    const checked = await report(async (db) => {
      const about = await aboutOf(
        db,
        keysOf(tools),
        currentDay(),
        { ...row, user_id: row.updated_by },
        wordsOf(await labelsOf(db)),
      )
      return about && checkRows(db, about.keys, import_id, about)
    })
    if (checked) await withTenant((trx) => saveChecked(trx, import_id, row.version, checked))
    else await withTenant((trx) => failImport(trx, import_id, 'import.nobody'))
  })
}

/** Writes the rows that are ready, some at a time, by the rights of whoever began it, and goes on after a kill. */
export const runImport: Handler<'import.run'> = async ({ import_id }, tools) => {
  const { withTenant, signal } = tools
  const row = await withTenant((trx) => lockImport(trx, import_id))
  if (row?.status !== 'running') return
  const about = await withTenant(async (trx) =>
    aboutOf(trx, keysOf(tools), currentDay(), { ...row, user_id: row.run_by }, wordsOf(await labelsOf(trx))),
  )
  if (!about) return withTenant((trx) => failImport(trx, import_id, 'import.nobody'))
  await orFailed(tools, import_id, async () => {
    while (await writeNext(withTenant, import_id, about)) signal.throwIfAborted()
    await withTenant((trx) => finishImport(trx, import_id, about))
  })
}

export const undoImportOf: Handler<'import.undo'> = async ({ import_id }, tools) => {
  await tools.withTenant(async (trx) => {
    const row = await lockImport(trx, import_id)
    if (row?.status !== 'undoing') return
    const person = { ...row, user_id: row.undone_by }
    const about = await aboutOf(trx, keysOf(tools), currentDay(), person, wordsOf(await labelsOf(trx)))
    if (about) await undoImport(trx, import_id, about)
    else await failImportUndo(trx, import_id)
  })
}

export const cleanImportsOf: Handler<'import.clean'> = async (_payload, { withTenant, log }) => {
  const cleaned = await withTenant(cleanImports)
  if (cleaned > 0) log.info({ cleaned }, 'rows of old imports were removed')
}

/** What is written in words, as the organisation calls things. */
const wordsOf = (labels: TenantLabels | undefined) => (locale: Locale) => {
  const { t } = i18nOf(locale, labels)
  return { balance: t('import.balance_line'), undone: t('import.undone_reason') }
}

const orFailed = ({ job, withTenant }: TenantTools, import_id: string, work: () => Promise<void>) =>
  giveUpOnLastTry(job, work, () => withTenant((trx) => failImport(trx, import_id, 'import.job_failed')))
