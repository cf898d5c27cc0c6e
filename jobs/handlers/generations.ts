import {
  removeOldPreviews,
  resumeStuckGenerations,
  startDueRun,
} from '#app/domain/billing/generations/auto-run.ts'
import { compareWithCurrent } from '#app/domain/billing/generations/compare.ts'
import { endRun, failGeneration } from '#app/domain/billing/generations/end-generation.ts'
import { lockGeneration } from '#app/domain/billing/generations/find-generations.ts'
import { makePreview } from '#app/domain/billing/generations/make-preview.ts'
import { billRemaining, skipBilledStudents } from '#app/domain/billing/generations/run-generation.ts'
import { cancelUndoRequest, undoGeneration } from '#app/domain/billing/generations/undo-generation.ts'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { failOnLastTry, giveUpOnLastTry } from '#jobs/last-try.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import { withLongTransactions } from '#jobs/without-time-limits.ts'

/** Makes a preview of what a month bills. An automatic run starts right after its preview, unless another one is running. */
export const previewGeneration: Handler<'generation.preview'> = async ({ generation_id }, tools) => {
  await orMarkFailed(tools, generation_id, 'generation.preview_failed', async () => {
    try {
      await makePreview(tools, generation_id)
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'generation_running_key')
        throw new Postponed(30_000, 'another run of this month is not over')
      throw error
    }
  })
}

/** Compares a preview with the current data and bills it, some students at a time; continues after an interruption. */
export const runGeneration: Handler<'generation.run'> = async ({ generation_id }, tools) => {
  const { withTenant, job, signal } = tools
  const row = await withTenant((trx) => lockGeneration(trx, generation_id))
  if (row?.status !== 'running') return
  // The queue gives up on a job that was interrupted often, so a new job continues the run.
  if (job.nearlyExhausted) return withTenant((trx) => enqueue(trx, 'generation.run', { generation_id }))
  await orMarkFailed(tools, generation_id, 'invoice.generate_failed', async () => {
    if (!(await compareWithCurrent(tools, generation_id))) return
    await skipBilledStudents(withLongTransactions(withTenant), generation_id)
    const actor = await withTenant((trx) => userOrSystemActor(trx, row.run_by))
    await billRemaining(withTenant, generation_id, actor, signal)
    await withTenant((trx) => endRun(trx, generation_id))
  })
}

/** Undoes a run; after the last try the request is cleared, so that it can be made again. */
export const undoGenerationOf: Handler<'generation.undo'> = async ({ generation_id }, tools) => {
  const { withTenant, job } = tools
  await giveUpOnLastTry(
    job,
    () => withTenant((trx) => undoGeneration(trx, generation_id)),
    () => withTenant((trx) => cancelUndoRequest(trx, generation_id)),
  )
}

/** Starts the automatic run that is due, also a missed one; resumes stuck ones and removes old previews. */
export const startDueGenerations: Handler<'generation.turn'> = async (_payload, { withTenant, log }) => {
  const started = await withTenant(async (trx) => startDueRun(trx, await databaseDay(trx)))
  if (started) log.info({ generation_id: started }, 'the month is billed by itself')
  const resumed = await withTenant(resumeStuckGenerations)
  if (resumed > 0) log.warn({ taken: resumed }, 'billing that had stopped was taken up again')
  await withTenant(removeOldPreviews)
}

/** Marks the generation as failed when the work is refused, or after its last try. */
const orMarkFailed = (
  { job, withTenant }: TenantTools,
  generation_id: string,
  code: RefusalCode,
  work: () => Promise<void>,
) =>
  failOnLastTry(job, work, (refusal) =>
    withTenant((trx) => failGeneration(trx, generation_id, refusal ?? code)),
  )
