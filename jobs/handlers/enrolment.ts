import { databaseDay } from '#app/domain/core/clock.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { asRefusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { autoApprove } from '#app/domain/enrolment/applications/auto-approve.ts'
import { notifyApprovers } from '#app/domain/enrolment/applications/submit-application.ts'
import {
  anonymiseExpired,
  filesToAnonymise,
  remindApprovers,
} from '#app/domain/enrolment/applications/upkeep.ts'
import { cleanImports } from '#app/domain/enrolment/imports/change-import.ts'
import {
  aboutOf,
  checkRows,
  failImport,
  failImportUndo,
  finishImport,
  lockImport,
  saveChecked,
  undoImport,
  writeNext,
} from '#app/domain/enrolment/imports/run-import.ts'
import { removeOldDrafts } from '#app/domain/enrolment/online-registration/papers.ts'
import {
  abandonUndo,
  failRollover,
  makePreview,
  runRollover,
  undoRollover,
} from '#app/domain/enrolment/rollovers/run-rollover.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { type Handler, keysOf, type TenantTools } from '#jobs/handler.ts'
import { failOnLastTry, giveUpOnLastTry } from '#jobs/last-try.ts'

/** Tries to approve an application automatically; otherwise approvers are notified. */
export const autoApproveApplication: Handler<'application.auto_approve'> = async (
  { application_id },
  tools,
) => {
  const { withTenant, log } = tools
  const approved = await withTenant(async (trx) =>
    autoApprove(trx, keysOf(tools), application_id, await databaseDay(trx)),
  ).catch((error) => {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    log.info({ application: application_id, code: refusal.code }, 'not approved by itself')
    return false
  })
  if (!approved) await withTenant((trx) => notifyApprovers(trx, application_id))
}

/** Reminds approvers and anonymises. Files are removed first: if the rest fails, the next night finds their rows again. */
export const cleanApplications: Handler<'application.upkeep'> = async (
  _payload,
  { withTenant, files, log },
) => {
  const reminded = await withTenant(remindApprovers)
  const papers = await withTenant(filesToAnonymise)
  for (const { storage_key } of papers) await files.remove(storage_key)
  const anonymised = await withTenant((trx) => anonymiseExpired(trx, papers))
  if (reminded + anonymised > 0) log.info({ reminded, anonymised }, 'applications looked after')
}

/** Drafts in one transaction. */
const atATime = 50

/** Removes expired drafts with their files, first from the database, then from the file store. */
export const cleanDrafts: Handler<'registration_draft.clean'> = async (
  _payload,
  { withTenant, files, log },
) => {
  let all = 0
  for (;;) {
    const { removed, keys } = await withTenant((trx) => removeOldDrafts(trx, atATime))
    for (const key of keys) await files.remove(key)
    all += removed
    if (removed < atATime) break
  }
  if (all > 0) log.info({ removed: all }, 'registrations that were begun and left are gone')
}

/** Checks all rows, on the connections of reports, by the rights of whoever said last what the columns are. */
export const checkImport: Handler<'import.check'> = async ({ import_id }, tools) => {
  const { withTenant, report } = tools
  const row = await withTenant((trx) => lockImport(trx, import_id))
  if (row?.status !== 'mapped') return
  await orFailImport(tools, import_id, async () => {
    const checked = await report(async (db) => {
      const about = await aboutOf(
        db,
        keysOf(tools),
        await databaseDay(db),
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
    aboutOf(
      trx,
      keysOf(tools),
      await databaseDay(trx),
      { ...row, user_id: row.run_by },
      wordsOf(await labelsOf(trx)),
    ),
  )
  if (!about) return withTenant((trx) => failImport(trx, import_id, 'import.nobody'))
  await orFailImport(tools, import_id, async () => {
    while (await writeNext(withTenant, import_id, about)) signal.throwIfAborted()
    await withTenant((trx) => finishImport(trx, import_id, about))
  })
}

export const undoImportOf: Handler<'import.undo'> = async ({ import_id }, tools) => {
  await tools.withTenant(async (trx) => {
    const row = await lockImport(trx, import_id)
    if (row?.status !== 'undoing') return
    const person = { ...row, user_id: row.undone_by }
    const about = await aboutOf(
      trx,
      keysOf(tools),
      await databaseDay(trx),
      person,
      wordsOf(await labelsOf(trx)),
    )
    if (about) await undoImport(trx, import_id, about)
    else await failImportUndo(trx, import_id)
  })
}

export const cleanImportsOf: Handler<'import.clean'> = async (_payload, { withTenant, log }) => {
  const cleaned = await withTenant(cleanImports)
  if (cleaned > 0) log.info({ cleaned }, 'rows of old imports were removed')
}

/** Texts that the import writes, in the organisation's terms. */
const wordsOf = (labels: TenantLabels | undefined) => (locale: Locale) => {
  const { t } = i18nOf(locale, labels)
  return { balance: t('import.balance_line'), undone: t('import.undone_reason') }
}

const orFailImport = ({ job, withTenant }: TenantTools, import_id: string, work: () => Promise<void>) =>
  giveUpOnLastTry(job, work, () => withTenant((trx) => failImport(trx, import_id, 'import.job_failed')))

/** Previews a change of year. */
export const previewRollover: Handler<'rollover.preview'> = ({ rollover_id }, tools) =>
  orFailRollover(tools, rollover_id, 'rollover.preview_failed', () =>
    makePreview(tools.withTenant, rollover_id),
  )

/** Carries a change of year out in one transaction. */
export const runRolloverOf: Handler<'rollover.run'> = ({ rollover_id }, tools) =>
  orFailRollover(tools, rollover_id, 'rollover.run_failed', () => runRollover(tools.withTenant, rollover_id))

export const undoRolloverOf: Handler<'rollover.undo'> = async ({ rollover_id }, { withTenant, job }) => {
  await giveUpOnLastTry(
    job,
    () => withTenant((trx) => undoRollover(trx, rollover_id)),
    () => withTenant((trx) => abandonUndo(trx, rollover_id)),
  )
}

const orFailRollover = (
  { job, withTenant }: TenantTools,
  rollover_id: string,
  code: RefusalCode,
  work: () => Promise<void>,
) =>
  failOnLastTry(job, work, (refusal) => withTenant((trx) => failRollover(trx, rollover_id, refusal ?? code)))
