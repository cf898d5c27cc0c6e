import { sql } from 'kysely'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { sealChanges } from '#app/domain/people/student-changes/find-student-changes.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import {
  discount,
  enrolment,
  type Given,
  insert,
  next,
  student,
  studentDiscount,
  subject,
  type Trx,
} from '#tests/support/database/factories.ts'
import { credit, creditNote, invoice } from '#tests/support/database/money-factories.ts'

/** A child of the corner's family that nothing else is about, so that it can be changed and removed. */
async function spareChild(trx: Trx, corner: Corner, given: Parameters<typeof student>[1] = {}) {
  const { mark, branch_id, payer_parent_id, subject_id } = corner
  const row = await student(
    trx,
    { name: mark, branch_id, previous_school: mark, health_conditions: mark, ...given },
    { payer: { id: payer_parent_id } },
  )
  return { ...row, payer_parent_id, subject_id }
}

/** A file of the corner's family, of which there is nothing but its row. */
function fileOf(trx: Trx, corner: Corner, given: Given<'family_file'> = {}) {
  const { payer_parent_id: parent_id, user_id, mark } = corner
  return insert(trx, 'family_file', {
    ...{ id: newId(), parent_id, name: mark, created_by: user_id, size_bytes: 4 },
    ...{ content_type: 'application/pdf', storage_key: `00/${String(next()).padStart(40, '0')}.pdf` },
    ...given,
  })
}

/** What the corner's family asks to have changed of a child of theirs. */
async function studentChange(trx: Trx, corner: Corner) {
  const { payer_parent_id: parent_id, user_id, mark } = corner
  const child = await spareChild(trx, corner)
  const id = newId()
  const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
  const keys = { ring: environmentKeyring(environment), place: rows[0]!.place }
  const changes = {
    before: { previous_school: mark },
    wanted: { previous_school: `${mark} 2`, birth_cert_no: 'ZZ77' },
  }
  const row = await insert(trx, 'student_change', {
    ...{ id, student_id: child.id, parent_id, requested_by: user_id, reason: mark },
    changes_sealed: sealChanges(keys, id, changes),
  })
  return { ...row, version: child.version }
}

/** Families and what their children attend, as addresses can be about them. */
export const families = {
  parent: {
    make: async (trx, { payer_parent_id: id, branch_id }) => ({
      ...(await trx
        .selectFrom('parent')
        .select(['id', 'version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()),
      branch_id,
    }),
  },
  /** The same parent, whose phone the family has typed and nobody has confirmed. */
  unconfirmedParent: {
    make: async (trx, { payer_parent_id: id, branch_id }) => ({
      ...(await trx
        .updateTable('parent')
        .set({ phone_proven_at: null })
        .where('id', '=', id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()),
      branch_id,
    }),
  },
  removedParent: {
    make: async (trx, corner) => {
      const { mark, branch_id } = corner
      const row = await insert(trx, 'parent', {
        ...{ id: newId(), name: mark, phone: '+60190000009', relationship: 'mother' },
        ...{ family_code: `R${String(next()).padStart(7, '0')}`, deleted_at: new Date() },
      })
      await student(trx, { name: mark, branch_id, deleted_at: new Date() }, { payer: row })
      return row
    },
  },
  /** The family's id, and in `code` one of its invoices. */
  familyBill: {
    make: async (trx, { payer_parent_id: id, student_id, branch_id, mark, sen }) => {
      const about = { student_id, payer_parent_id: id, branch_id, remark: mark }
      const bill = await invoice(trx, about, [{ price_sen: sen(), description: mark }])
      return { id, code: bill.id }
    },
  },
  /** The same, with credit that may pay it. */
  familyCredit: {
    make: async (trx, { payer_parent_id: id, student_id, branch_id, mark, sen }) => {
      const about = { student_id, payer_parent_id: id, branch_id, remark: mark }
      const bill = await invoice(trx, about, [{ price_sen: sen(), description: mark }])
      await credit(trx, { parent_id: id, delta_sen: sen() })
      return { id, code: bill.id }
    },
  },
  billWithCredit: {
    make: async (trx, { payer_parent_id, student_id, branch_id, mark, sen }) => {
      const [total, used] = [sen() * 2, sen()]
      const about = { student_id, payer_parent_id, branch_id, remark: mark, paid_sen: used }
      const bill = await invoice(trx, about, [{ price_sen: total, description: mark }])
      await credit(trx, { parent_id: payer_parent_id, delta_sen: used })
      await credit(trx, {
        ...{ parent_id: payer_parent_id, delta_sen: -used, reason: 'applied', invoice_id: bill.id },
      })
      return bill
    },
  },
  familyNote: {
    make: (trx, { payer_parent_id: parent_id, user_id, mark }) =>
      insert(trx, 'family_note', { id: newId(), parent_id, body: mark, created_by: user_id }),
  },
  /** A family of the corner's branch that is joined to the corner's. */
  joinedFamily: {
    make: async (trx, { payer_parent_id: joined_to_id, branch_id, mark }) => {
      const { payer } = await student(trx, { name: mark, branch_id })
      await insert(trx, 'joined_family', { parent_id: payer!.id, joined_to_id, reason: `Serumah ${mark}` })
      return { id: payer!.id }
    },
  },
  familyFile: { make: (trx, corner) => fileOf(trx, corner) },
  removedFamilyFile: {
    make: (trx, corner) => fileOf(trx, corner, { removed_at: new Date(), removed_by: corner.user_id }),
  },
  student: {
    make: async (_, { student_id }) => ({ id: student_id }),
  },
  student_change: { make: (trx, corner) => studentChange(trx, corner) },
  spareStudent: { make: (trx, corner) => spareChild(trx, corner), keeper: 'parent' },
  removedStudent: { make: (trx, corner) => spareChild(trx, corner, { deleted_at: new Date() }) },
  enrolment: {
    make: async (trx, { student_id, branch_id, mark }) => {
      const { id: subject_id } = await subject(trx, { branch_id, name: mark })
      return enrolment(trx, { student_id, subject_id })
    },
  },
  /** An issued invoice; in `code` its line. */
  creditable: {
    make: async (trx, { payer_parent_id, student_id, branch_id, mark, sen }) => {
      const about = { payer_parent_id, student_id, branch_id }
      const { items, ...bill } = await invoice(trx, about, [{ price_sen: sen(), description: mark }])
      return { ...bill, code: items[0]!.id }
    },
  },
  /** A credit note that was given. */
  credit_note: {
    make: async (trx, { payer_parent_id, student_id, branch_id, user_id, mark, sen }) => {
      const [total, back] = [sen() * 3, sen()]
      const about = { student_id, payer_parent_id, branch_id, credited_sen: back }
      const bill = await invoice(trx, about, [{ price_sen: total, description: mark }])
      const decided = { status: 'approved', issued_on: '2026-02-01', decided_at: new Date() }
      const { id: invoice_id } = bill
      return creditNote(trx, {
        ...{ invoice_id, branch_id, requested_by: user_id, reason: `${mark} dua kali`, sub_total_sen: back },
        ...{ number: `CN-26-9${String(next()).padStart(5, '0')}`, ...decided },
      })
    },
  },
  askedNote: {
    make: async (trx, { payer_parent_id, student_id, branch_id, user_id, mark, sen }) => {
      const total = sen()
      const about = { student_id, payer_parent_id, branch_id }
      const bill = await invoice(trx, about, [{ price_sen: total, description: mark }])
      return creditNote(trx, {
        ...{ invoice_id: bill.id, branch_id, kind: 'write_off', requested_by: user_id },
        ...{ reason: `${mark} dua kali`, sub_total_sen: total },
      })
    },
  },
  student_discount: {
    make: async (trx, { student_id, mark }) => {
      const { id: discount_id } = await discount(trx, { name: mark })
      return studentDiscount(trx, { student_id, discount_id, reason: mark, document: mark })
    },
  },
  endingDiscount: {
    make: async (trx, { student_id, mark }) => {
      const { id: discount_id } = await discount(trx, { name: mark })
      return studentDiscount(trx, {
        student_id,
        discount_id,
        reason: mark,
        ends_on: addDays(currentDay(), 10),
      })
    },
  },
  askedDiscount: {
    make: async (trx, { student_id, mark, user_id }) => {
      const { id: discount_id } = await discount(trx, { name: mark })
      const open = { status: 'requested', decided_by: null, decided_at: null, requested_by: user_id }
      return studentDiscount(trx, { student_id, discount_id, reason: mark, ...open })
    },
  },
  /** A student whom a discount can be given. */
  discountable: {
    make: async (trx, corner) => {
      const { id: discount_id } = await discount(trx, { name: corner.mark })
      return { ...(await spareChild(trx, corner)), discount_id }
    },
  },
  waitingEnrolment: {
    make: async (trx, { student_id, branch_id, mark }) => {
      const { id: subject_id } = await subject(trx, { branch_id, name: mark })
      return enrolment(trx, { student_id, subject_id, status: 'waitlisted' })
    },
  },
} satisfies Record<string, Noun>
