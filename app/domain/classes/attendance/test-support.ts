import { session } from '#app/domain/classes/sessions/test-support.ts'
import type { Mark } from '#app/domain/classes/sessions/words.ts'
import { newId } from '#db/id.ts'
import { type Given, insert, type Trx } from '#tests/support/database/factories.ts'

/** A session that was held and confirmed by somebody, two hours ago unless said otherwise. */
export const confirmed = (trx: Trx, by: string, given: Given<'class_session'> = {}) =>
  session(trx, {
    ...{ status: 'confirmed', confirmed_by: by, confirmed_at: new Date(Date.now() - 7_200_000) },
    ...given,
  })

/** A mark as it counts, of a session and a student. */
export const marked = (
  trx: Trx,
  by: string,
  { mark, ...given }: Given<'attendance_mark'> & { session_id: string; student_id: string; mark: Mark },
) =>
  insert(trx, 'attendance_mark', {
    ...{ mark, marked_at: new Date(), marked_by: by, entry_id: newId() },
    ...given,
  })
