import { asRefusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { isBusy } from '#db/sharing/busy.ts'
import type { TenantTools } from './handler.ts'

type Try = Pick<TenantTools['job'], 'attempt' | 'attempts'>

/** An error after which a retry makes no sense. */
export function isPermanent(error: unknown): boolean {
  return (error as { permanent?: unknown } | undefined)?.permanent === true
}

/** Whether the job is not tried again after this error. Being postponed, or a busy database, does not use up a try. */
export function isLastTry({ attempt, attempts }: Try, error: unknown): boolean {
  if (isPermanent(error)) return true
  return attempt >= attempts && (error as Error).name !== 'Postponed' && !isBusy(error)
}

/** Runs `work`; when its last try fails, `giveUp` stores that where people see it. */
export async function giveUpOnLastTry(
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

/** The same for work that may be refused: a refusal is final, so `fail` stores it at once and the job ends. */
export async function failOnLastTry(
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
  await giveUpOnLastTry(job, unlessRefused, () => fail(undefined))
}
