import { sql, type Transaction } from 'kysely'
import { everywhere, type RowScope, userOrSystemActor } from '#app/domain/core/actor.ts'
import {
  approveChange,
  rejectChange,
  requestChange,
} from '#app/domain/people/student-changes/request-and-decide.ts'
import type { StudentChangeInput } from '#app/domain/people/student-changes/student-change.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const words = {
  my: {
    reason: 'Alamat dan sekolah telah bertukar.',
    school: 'SK Taman Melati',
    decision: 'Sijil berhenti sekolah lama belum diserahkan.',
  },
  en: {
    reason: 'She changed schools in June.',
    school: 'SK Taman Melati',
    decision: 'The leaving certificate of the old school is missing.',
  },
}

/** What families asked to have changed: some of it waits, one was done, one was turned down; by the product's own verbs. */
export async function addStudentChanges(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const admin = office.find((one) => one.role === 'admin')
  if (!admin) return
  const children = await trx
    .selectFrom('student')
    .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .innerJoin('user_account', 'user_account.id', 'parent.user_id')
    .where('student.status', '=', 'active')
    .where('student_parent.is_payer', '=', true)
    .select(['student.id', 'parent.id as parent_id', 'user_account.id as user_id'])
    // The family that shows the demo sees what became of its requests, and may ask anew.
    .orderBy(sql`user_account.email like 'parent@%'`, 'desc')
    .orderBy('student.student_no')
    .limit(7)
    .execute()
  const { now, today, ring, entity, locale } = stage
  const keys = { ring, place: entity.schema }
  const said = words[locale === 'my' ? 'my' : 'en']
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const decides = await userOrSystemActor(trx, admin.user_id)
  for (const [index, { id: student_id, parent_id, user_id }] of children.entries()) {
    const own: RowScope = { scope: 'own', user_id, branch_ids: [], parent_id }
    const { version, ...row } = await studentRow(trx, own, keys, student_id)
    const { name, born_on, gender, nationality, identity_type, daycare, phone, email } = row
    const { highest_education, transport_type, number_of_siblings, position_in_family } = row
    const kept = {
      ...{ name, born_on, gender, nationality, identity_type, daycare, phone, email },
      ...{ highest_education, transport_type, number_of_siblings, position_in_family },
    }
    const filled = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))
    const more = index % 2 === 0 ? { phone: `+6010000${1_900 + index}`, transport_type: 'bus' } : {}
    const wanted = { ...filled, previous_school: said.school, ...more, reason: said.reason }
    const input = wanted as StudentChangeInput
    const asks = { ...(await userOrSystemActor(trx, user_id)), parent_id }
    const asked = await requestChange(trx, asks, own, keys, student_id, input, today)
    if (index === 0) await approveChange(trx, decides, everywhere, keys, asked.id, { version }, today)
    if (index === 1)
      await rejectChange(trx, decides, everywhere, asked.id, { decision_reason: said.decision })
  }
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, now)
  await sql`update student_change set requested_at = ${now}, created_at = ${now}, updated_at = ${now},
    decided_at = case when decided_at is null then null else ${now}::timestamptz end`.execute(trx)
  // What has happened long ago is not mailed now.
  await sql`delete from platform.outbox
    where name = 'student_change.send' and entity_id = ${entity.id}`.execute(trx)
}
