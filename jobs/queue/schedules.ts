import type { PlatformJobName } from '#app/outbox/catalogue.ts'
import { type JobQueue, jobOptions } from './queue.ts'

/** `every` in milliseconds; `pattern` is a cron line in Malaysian time. */
type Rhythm = { every: number } | { pattern: string }

export type Schedules = Partial<Record<string, Rhythm>>

/** One job of each line exists at a time, however many workers there are. */
export const schedules: Partial<Record<PlatformJobName, Rhythm>> = {
  'payment.sweep': { every: 60_000 },
  'audit.sweep': { every: 30_000 },
  'help.turn': { every: 60_000 },
  'day.turn_all': { pattern: '0 1 0 * * *' },
  // Each hour, so that a night that was missed is made up for as soon as somebody is there.
  'generation.turn_all': { pattern: '0 30 * * * *' },
  // Twice an hour, so that what could not leave at night leaves as soon as it may.
  'reminder.turn_all': { pattern: '0 5,35 * * * *' },
  // After what the banks settled has been written into both books.
  'equation.check_all': { pattern: '0 40 0 * * *' },
  'arrangement.settle_all': { pattern: '0 20 0 * * *' },
  'discount.notice_all': { pattern: '0 15 8 * * *' },
  // Each hour: what is not right yet is tried again, and the others come round once a day.
  'domain.watch': { pattern: '0 50 * * * *' },
  // Each hour, so that a night that was missed is made up for.
  'payout.prepare': { pattern: '0 50 * * * *' },
  'zakat.watch': { pattern: '0 10 8 * * *' },
  'application.upkeep_all': { pattern: '0 45 8 * * *' },
  'transfer_slip.upkeep_all': { pattern: '0 35 3 * * *' },
  'audit.anchor_all': { pattern: '0 0 6 * * *' },
  'exception.remind_all': { pattern: '0 30 8 * * *' },
  'fpx.watch': { pattern: '0 0 8 * * *' },
  'registration_draft.clean_all': { pattern: '0 25 3 * * *' },
  'subscription.turn': { pattern: '0 2 0 * * *' },
  'registration.expire': { pattern: '0 5 3 * * *' },
  'idempotency.clean': { pattern: '0 10 3 * * *' },
  'outbox.clean': { pattern: '0 15 3 * * *' },
  'import.clean_all': { pattern: '0 25 3 * * *' },
  'message.bodies': { pattern: '0 35 3 * * *' },
  'files.clean': { pattern: '0 20 3 * * *' },
}

/** Whether the queue has forgotten one. */
export async function missesSchedule(
  queue: Pick<JobQueue, 'getJobSchedulers'>,
  wanted: Schedules,
): Promise<boolean> {
  const known = (await queue.getJobSchedulers()).map(({ key }) => key)
  return Object.keys(wanted).some((name) => !known.includes(name))
}

/** Adds, changes and removes. Safe to repeat. */
export async function keepSchedules(
  queue: Pick<JobQueue, 'upsertJobScheduler' | 'getJobSchedulers' | 'removeJobScheduler'>,
  wanted: Schedules = schedules,
): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!wanted[key]) await queue.removeJobScheduler(key)
  }
  for (const [name, rhythm] of Object.entries(wanted) as [PlatformJobName, Rhythm][]) {
    const repeat = 'every' in rhythm ? rhythm : { ...rhythm, tz: 'Asia/Kuala_Lumpur' }
    const data = { entity_id: null, payload: {} }
    await queue.upsertJobScheduler(name, repeat, { name, data, opts: jobOptions(name) })
  }
}
