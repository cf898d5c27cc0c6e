import { asRefusal, type RefusalCode } from '#app/domain/refusal.ts'
import { giveUpUndo, undoRollover } from '#app/domain/rollovers/undo-rollover.server.ts'
import { failRollover, makePreview, runRollover } from '#app/domain/rollovers/work.server.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'

/** Works out what a change of year would do. */
export const previewRollover: Handler<'rollover.preview'> = ({ rollover_id }, tools) =>
  orFail(tools, rollover_id, 'rollover.preview_failed', () => makePreview(tools.inPlace, rollover_id))

/** Carries it out, whole or not at all. */
export const runRolloverOf: Handler<'rollover.run'> = ({ rollover_id }, tools) =>
  orFail(tools, rollover_id, 'rollover.run_failed', () => runRollover(tools.inPlace, rollover_id))

export const undoRolloverOf: Handler<'rollover.undo'> = async ({ rollover_id }, { inPlace, job }) => {
  try {
    await inPlace((trx) => undoRollover(trx, rollover_id))
  } catch (error) {
    if (isLast(job, error)) await inPlace((trx) => giveUpUndo(trx, rollover_id))
    throw error
  }
}

const isLast = ({ attempt, attempts }: TenantTools['job'], error: unknown) =>
  attempt >= attempts && (error as Error).name !== 'Postponed'

/** What can never be done, and anything after the last try, is said on its page; before, the job comes again. */
async function orFail(
  { job, inPlace }: TenantTools,
  rollover_id: string,
  code: RefusalCode,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal && !isLast(job, error)) throw error
    await inPlace((trx) => failRollover(trx, rollover_id, refusal?.code ?? code))
    if (!refusal) throw error
  }
}
