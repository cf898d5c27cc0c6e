import { randomUUID } from 'node:crypto'
import { chooseForm, markForm, phoneForm, quickForm, reopenForm } from '#app/domain/classes/marking/mark.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, today, uuid, verb, version, view } from '#tests/support/access/row.ts'
import { enrolment, insert, type Trx } from '#tests/support/database/factories.ts'

/** A session of the corner's class today, at a time at which no other is, with one student of its own. */
async function taught(trx: Trx, { subject_id, branch_id, mark, user_id }: Corner, status: string) {
  const { student_id } = await enrolment(trx, { subject_id, starts_on: today })
  await trx.updateTable('student').set({ name: mark, branch_id }).where('id', '=', student_id).execute()
  const confirmed = status === 'confirmed' ? { confirmed_at: new Date(), confirmed_by: user_id } : {}
  const row = await insert(trx, 'class_session', {
    ...{ id: newId(), subject_id, branch_id, kind: 'extra', held_on: today, starts: '18:00', ends: '19:00' },
    ...{ topic: mark, note: mark, status, ...confirmed },
  })
  return { ...row, student_id }
}

/** Somebody's mark of its student, which does not count: a later one does. */
async function marked(trx: Trx, corner: Corner, status: string) {
  const row = await taught(trx, corner, status)
  const entry = (marked_at: Date, mark: string, won: boolean) =>
    insert(trx, 'attendance_entry', {
      ...{ id: randomUUID(), session_id: row.id, student_id: row.student_id, mark, remark: corner.mark },
      ...{ source: 'form', marked_at, marked_by: corner.user_id, won },
    })
  const early = await entry(new Date('2026-01-05T01:00Z'), 'absent', false)
  const late = await entry(new Date('2026-01-05T02:00Z'), 'present', true)
  await insert(trx, 'attendance_mark', {
    ...{ session_id: row.id, student_id: row.student_id, mark: 'present', remark: corner.mark },
    ...{ marked_at: late.marked_at, marked_by: corner.user_id, entry_id: late.id },
  })
  return { ...row, entry_id: early.id }
}

/** Sessions to be marked, marked already, and confirmed. */
export const markingNouns = {
  markable: { make: (trx, corner) => taught(trx, corner, 'planned') },
  marked: { make: (trx, corner) => marked(trx, corner, 'open') },
  confirmedSession: { make: (trx, corner) => marked(trx, corner, 'confirmed') },
} as const satisfies Record<string, Noun>

const shown_at = String(Date.UTC(2026, 0, 5))

export const markingRows: Record<string, Row> = {
  'tenant/marking/mark': {
    of: 'markable',
    form: (thing) => ({
      'marks[0].student_id': uuid(thing.student_id),
      'marks[0].mark': 'absent',
      ...{ shown_at, ...version(thing) },
    }),
    schema: markForm,
  },
  'tenant/marking/phone': {
    of: 'markable',
    leadsOn: true,
    form: ({ student_id }) => ({
      batch: JSON.stringify({
        now: 1_000,
        marks: [{ id: randomUUID(), student_id: uuid(student_id), mark: 'absent', at: 1_000 }],
      }),
    }),
    schema: phoneForm,
  },
  'tenant/marking/choose': verb('marked', ({ entry_id }) => ({ entry_id: uuid(entry_id) }), chooseForm),
  'tenant/marking/reopen': {
    of: 'confirmedSession',
    form: (thing) => ({ reason: 'Seorang murid tersalah tanda', ...version(thing) }),
    schema: reopenForm,
  },
  'tenant/marking/quick': {
    of: 'markable',
    form: (thing) => ({
      'letters[0].student_id': uuid(thing.student_id),
      'letters[0].letter': 'A',
      ...{ shown_at, ...version(thing) },
    }),
    schema: quickForm,
  },
  'tenant/marking/register': {},
  'tenant/marking/unconfirmed': {},
  'tenant/marking/print': view('marked'),
  'tenant/marking/month': view('subject'),
}
