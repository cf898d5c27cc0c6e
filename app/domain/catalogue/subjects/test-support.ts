import { asRefusal } from '#app/domain/core/refusal.ts'
import { enrolment, insert, type Trx } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'

/** A transaction whose refusals are told as such, also those of constraints. */
export const writer =
  (tenant: () => Tenant) =>
  <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    tenant()
      .write(work)
      .catch((error) => Promise.reject(asRefusal(error) ?? error))

export const lesson = (
  trx: Trx,
  subject_id: string,
  weekday: number,
  starts: string,
  ends: string,
  room?: string,
) => insert(trx, 'subject_schedule', { subject_id, weekday, starts, ends, room: room ?? null })

export const duty = (trx: Trx, subject_id: string, user_id: string, duty = 'trainer') =>
  insert(trx, 'subject_trainer', { subject_id, user_id, duty })

/** Somebody in a class, whose student gets the name. */
export async function enrolled(
  trx: Trx,
  subject_id: string,
  given: Parameters<typeof enrolment>[1] = {},
  name?: string,
) {
  const row = await enrolment(trx, { subject_id, ...given })
  if (name) await trx.updateTable('student').set({ name }).where('id', '=', row.student_id).execute()
  return row
}
