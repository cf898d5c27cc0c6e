import { asRefusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { isBusy } from '#db/sharing/busy.ts'
import type { TenantTools } from './handler.ts'

type Try = Pick<TenantTools['job'], 'attempt' | 'attempts'>

/** The job itself makes no sense, today and tomorrow. */
export function isPermanent(error: unknown): boolean {
  return (error as { permanent?: unknown } | undefined)?.permanent === true
}

/** Nobody tries the job again after this. One that was postponed, or held up in the database, has lost none of its tries. */
export function isLastTry({ attempt, attempts }: Try, error: unknown): boolean {
  if (isPermanent(error)) return true
  return attempt >= attempts && (error as Error).name !== 'Postponed' && !isBusy(error)
}

/** After the last try `giveUp` says so where somebody sees it; before, the job comes again. */
export async function orGiveUp(
  job: Try,
  work: () => Promise<unknown>,
  giveUp: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isLastTry(job, error)) await giveUp()
    throw error
  }
}

/** The same of work that may be refused: then it is said at once, and the job is done with. */
export async function orFail(
  job: Try,
  work: () => Promise<unknown>,
  fail: (refusal: RefusalCode | undefined) => Promise<unknown>,
): Promise<void> {
  const unlessRefused = () =>
    work().catch(async (error) => {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      await fail(refusal.code)
    })
  await orGiveUp(job, unlessRefused, () => fail(undefined))
}
