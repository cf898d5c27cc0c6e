import { beginDueRun, removeOldPreviews, resumeStuck } from '#app/domain/billing/generations/auto-run.ts'
import { compareWithNow } from '#app/domain/billing/generations/compare.ts'
import {
  abandonUndo,
  endRun,
  failGeneration,
  undoGeneration,
  userOrSystemActor,
} from '#app/domain/billing/generations/end-generation.ts'
import { lockedGeneration } from '#app/domain/billing/generations/find-generations.ts'
import { makePreview } from '#app/domain/billing/generations/make-preview.ts'
import { billRemaining, skipBilledStudents } from '#app/domain/billing/generations/run-generation.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { orFail, orGiveUp } from '#jobs/last-try.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import { unhurried } from '#jobs/without-time-limits.ts'

/** Works out what a month bills; one that nobody waits for goes on to run, when the one before it is done. */
export const previewGeneration: Handler<'generation.preview'> = async ({ generation_id }, tools) => {
  await orFailed(tools, generation_id, 'generation.preview_failed', async () => {
    try {
      await makePreview(tools, generation_id)
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'generation_running_key')
        throw new Postponed(30_000, 'another run of this month is not over')
      throw error
    }
  })
}

/** Compares a preview with how things are, bills it some students at a time, and goes on after a kill. */
export const runGeneration: Handler<'generation.run'> = async ({ generation_id }, tools) => {
  const { withTenant, job, signal } = tools
  const row = await withTenant((trx) => lockedGeneration(trx, generation_id))
  if (row?.status !== 'running') return
  // A queue gives up on a job that was cut off often; a fresh one goes on, however often workers are killed.
  if (job.wornOut) return withTenant((trx) => enqueue(trx, 'generation.run', { generation_id }))
  await orFailed(tools, generation_id, 'invoice.generate_failed', async () => {
    if (!(await compareWithNow(tools, generation_id))) return
    await skipBilledStudents(unhurried(withTenant), generation_id)
    const actor = await withTenant((trx) => userOrSystemActor(trx, row.run_by))
    await billRemaining(withTenant, generation_id, actor, signal)
    await withTenant((trx) => endRun(trx, generation_id))
  })
}

export const undoGenerationOf: Handler<'generation.undo'> = async ({ generation_id }, tools) => {
  const { withTenant, job } = tools
  await orGiveUp(
    job,
    () => withTenant((trx) => undoGeneration(trx, generation_id)),
    () => withTenant((trx) => abandonUndo(trx, generation_id)),
  )
}

/** Begins what is due today, or was while nobody was there. */
export const turnGenerations: Handler<'generation.turn'> = async (_payload, { withTenant, log }) => {
  const begun = await withTenant((trx) => beginDueRun(trx, currentDay()))
  if (begun) log.info({ generation_id: begun }, 'the month is billed by itself')
  const taken = await withTenant(resumeStuck)
  if (taken > 0) log.warn({ taken }, 'billing that had stopped was taken up again')
  await withTenant(removeOldPreviews)
}

const orFailed = (
  { job, withTenant }: TenantTools,
  generation_id: string,
  code: RefusalCode,
  work: () => Promise<void>,
) => orFail(job, work, (refusal) => withTenant((trx) => failGeneration(trx, generation_id, refusal ?? code)))
