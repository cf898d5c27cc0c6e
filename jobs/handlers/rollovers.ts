import type { RefusalCode } from '#app/domain/core/refusal.ts'
import {
  abandonUndo,
  failRollover,
  makePreview,
  runRollover,
  undoRollover,
} from '#app/domain/enrolment/rollovers/run-rollover.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { failOnLastTry, giveUpOnLastTry } from '#jobs/last-try.ts'

/** Works out what a change of year would do. */
export const previewRollover: Handler<'rollover.preview'> = ({ rollover_id }, tools) =>
  orFailed(tools, rollover_id, 'rollover.preview_failed', () => makePreview(tools.withTenant, rollover_id))

/** Carries it out, whole or not at all. */
export const runRolloverOf: Handler<'rollover.run'> = ({ rollover_id }, tools) =>
  orFailed(tools, rollover_id, 'rollover.run_failed', () => runRollover(tools.withTenant, rollover_id))

export const undoRolloverOf: Handler<'rollover.undo'> = async ({ rollover_id }, { withTenant, job }) => {
  await giveUpOnLastTry(
    job,
    () => withTenant((trx) => undoRollover(trx, rollover_id)),
    () => withTenant((trx) => abandonUndo(trx, rollover_id)),
  )
}

const orFailed = (
  { job, withTenant }: TenantTools,
  rollover_id: string,
  code: RefusalCode,
  work: () => Promise<void>,
) =>
  failOnLastTry(job, work, (refusal) => withTenant((trx) => failRollover(trx, rollover_id, refusal ?? code)))
