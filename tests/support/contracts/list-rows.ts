import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import {
  branch,
  department,
  discount,
  enrolment,
  insert,
  parent,
  student,
  studentDiscount,
  subject,
  subjectFee,
  type Trx,
  user,
} from '../database/factories.ts'
import { allocation, credit, creditNote, invoice, paymentAttempt } from '../database/money-factories.ts'
import { freshTenant, type Tenant } from '../database/tenant.ts'
import { announced } from './announced-rows.ts'
import { appliedFor } from './applied-rows.ts'
import { attended } from './attendance-rows.ts'
import { billed } from './billed-rows.ts'
import { bankSaid, importedFile } from './brought-rows.ts'
import { catalogueRows } from './catalogue-rows.ts'
import { closures } from './class-rows.ts'
import { drawers } from './counter-rows.ts'
import { askedElsewhere, given, sentBack } from './given-rows.ts'
import { logged, platform } from './log-rows.ts'
import { moneyIn, takenBack } from './paid-rows.ts'
import { paySheets } from './pay-rows.ts'
import { creditMoves, creditRefunds, reminded, studentChanges, transferSlips } from './reminded-rows.ts'
import { reportedMoney } from './report-money-rows.ts'
import { reportedInvoices } from './reported-rows.ts'
import { rolled } from './rolled-rows.ts'
import { day, dayOf, earlier, noonOf, text } from './told.ts'

export interface ListRows {
  /** Whose the paid pay sheet is. */
  payee: { id: string; name: string }
  tenant: Tenant
  /** A branch, a department and a person of it, and what they have. */
  far: { id: string; name: string }
  place: { id: string; name: string }
  head: { id: string; name: string }
  program: { id: string; name: string }
  part: { id: string; name: string }
  used: { id: string; name: string }
  charged: { id: string; name: string }
  type: { id: string; name: string }
  taught: { id: string; name: string }
  billedRun: { id: string }
  bankSaid: { id: string }
  newYear: { id: string }
  /** Of the one invoice that the run has made. */
  billedInvoice: { number: string | null }
  given: { infaq_type_id: string; zakat_type_id: string }
  owner: { id: string }
  support: { id: string }
  /** A package that the first organisation has. */
  sold: { id: string }
  payout: { id: string }
  /** The student whose mark, and the trainer whose session, differ from the others. */
  attendee: { id: string }
  teacher: { id: string }
  /** That was sent. */
  announcement: { id: string }
  /** The family whose e-invoice is valid. */
  reportedFamily: { id: string }
  /** Who was billed for the class, and paid at the far branch. */
  reportedStudent: { id: string }
}

/** At least three rows in every list there is, of which one differs from the others in all that can be filtered by. */
export async function listRows(): Promise<ListRows> {
  const tenant = await freshTenant({ name: text })
  const known = await tenant.write(async (trx) => {
    const far = await branch(trx, {
      code: 'ZZ',
      name: text,
      state: 'Johor',
      city: 'Muar',
      status: 'inactive',
    })
    await branch(trx)
    const place = await department(trx, { name: text, branch_id: far.id, status: 'inactive' })
    await department(trx)
    await department(trx)
    const head = await person(trx, far.id, place.id)
    await user(trx)
    const clerk = await user(trx)
    const teacher = await person(trx, far.id, place.id, 'trainer')
    await trx
      .updateTable('trainer')
      .set({ specialisation: 'Tajwid', phone: '+60123456789' })
      .where('user_id', '=', teacher.id)
      .execute()
    const colleague = await user(trx, { roles: ['trainer'] })
    const helper = await user(trx, { roles: ['trainer'] })
    const { used, program, part, charged, type } = await catalogueRows(trx, place.id)
    const taught = await subject(trx, {
      ...{ name: text, category_id: used.id, module_id: part.id, program_id: program.id, branch_id: far.id },
      ...{ capacity: 1, status: 'closed', closed_on: day },
    })
    const lesson = await subject(trx, { capacity: 20 })
    await insert(trx, 'subject_trainer', { subject_id: lesson.id, user_id: colleague.id })
    await insert(trx, 'subject_trainer', { subject_id: taught.id, user_id: head.id, duty: 'main' })
    await insert(trx, 'subject_schedule', {
      ...{ subject_id: taught.id, weekday: 6, starts: '10:00', ends: '11:30', room: 'Bilik 1' },
    })
    await subjectFee(trx, {
      ...{ fee_type_id: type.id, subject_id: taught.id, frequency: 'yearly', apply_to: 'new' },
      ...{ status: 'inactive', amount_sen: 50, ends_on: day },
    })
    await subjectFee(trx)
    await subjectFee(trx)
    const billedRun = { id: '' }
    const newYear = { id: '' }
    const announcement = { id: '' }
    const gifts = { infaq_type_id: '', zakat_type_id: '' }
    const families: string[] = []
    const statement = { id: '' }
    const students: { id: string; parent_id: string }[] = []
    for (const index of [0, 1, 2]) {
      const by = index === 0 ? head : clerk
      await importedFile(trx, index, {
        branch_id: index === 0 ? far.id : tenant.branch.id,
        created_by: by.id,
      })
      const pupil = await money(trx, index, { branch_id: far.id, user_id: by.id })
      if (index === 0) await enrolment(trx, { student_id: pupil.id, subject_id: taught.id })
      const said = await bankSaid(trx, index, {
        ...{
          branch_id: index === 0 ? far.id : tenant.branch.id,
          created_by: by.id,
          parent_id: pupil.payer!.id,
        },
      })
      if (index === 0) statement.id = said
      await appliedFor(trx, index, taught.id)
      const sent = await announced(trx, index, {
        ...{ branch_id: index === 0 ? far.id : tenant.branch.id, created_by: by.id },
        parent_id: pupil.payer!.id,
      })
      if (index === 0) announcement.id = sent
      await reminded(trx, index, { parent_id: pupil.payer!.id, user_id: by.id })
      families.push(pupil.payer!.id)
      students.push({ id: pupil.id, parent_id: pupil.payer!.id })
      const run = await billed(trx, index, {
        ...{ student_id: pupil.id, branch_id: pupil.branch_id, created_by: by.id },
      })
      await takenBack(trx, index, {
        ...{ branch_id: tenant.branch.id, far_id: far.id, user_id: head.id, asker_id: clerk.id },
      })
      const gave = await given(trx, index, {
        ...{ far_id: far.id, branch_id: tenant.branch.id, user_id: head.id },
      })
      if (index === 0) Object.assign(gifts, gave)
      if (index === 0) billedRun.id = run
      const year = await rolled(trx, index, {
        ...{ student_id: pupil.id, parent_id: pupil.payer!.id, created_by: by.id },
        ...{ subject_id: taught.id, other_id: lesson.id },
      })
      if (index === 0) newYear.id = year.id
    }
    await attended(trx, {
      ...{ students: students.map(({ id }) => id), classes: [taught, lesson] },
      ...{ trainers: [teacher.id, colleague.id, helper.id], user_id: head.id },
    })
    await creditMoves(trx, families, head.id)
    await closures(trx, [tenant.branch.id, far.id])
    const paid = await paySheets(trx, [tenant.branch.id, far.id], head.id)
    const here = tenant.branch.id
    await drawers(trx, [head.id, clerk.id, colleague.id], [far.id, here, here])
    await creditRefunds(trx, families, head.id)
    await studentChanges(trx, students, head.id)
    await transferSlips(trx, families, head.id)
    await reportedInvoices(trx, families)
    const reportedStudent = await reportedMoney(trx, {
      ...{ far_id: far.id, subject_id: taught.id, user_id: head.id, buyer },
    })
    await insert(trx, 'month_closing', {
      ...{ id: newId(), month: `${day.slice(0, 8)}01`, closed_by: head.id },
      ...{ received_sen: 500, reversed_sen: 0, fees_sen: 100, net_sen: 400 },
    })
    await invoice(trx, { status: 'draft' })
    for (const _ of ['one', 'two']) await invoice(trx, { issued_on: earlier, due_on: earlier })
    for (const index of [0, 1, 2]) await logged(trx, index, head)
    const billedInvoice = await invoice(trx, { generation_id: billedRun.id, period_key: '2030-01' })
    return {
      far,
      place,
      head,
      program,
      part,
      used,
      charged,
      type,
      taught,
      billedRun,
      newYear,
      announcement,
      billedInvoice,
      given: gifts,
      payee: paid,
      bankSaid: statement,
      reportedFamily: { id: families[0]! },
      reportedStudent: { id: reportedStudent.student_id },
      attendee: { id: students[0]!.id },
      teacher: { id: teacher.id },
    }
  })
  const other = await freshTenant()
  await other.write(async (trx) => {
    await moneyIn(trx, 1, { amount_sen: 900 })
    await askedElsewhere(trx)
  })
  await withPlatform(tenant.database.pool, sentBack)
  return { tenant, ...known, ...(await platform(tenant)) }
}

async function person(trx: Trx, branch_id: string, department_id: string, role = 'supervisor') {
  const head = await user(trx, { name: text, roles: [role], status: 'inactive' }, { branch_id })
  const told = { department_id, name: text, joined_on: day, position: 'Ketua' }
  await trx.updateTable('staff').set(told).where('user_id', '=', head.id).execute()
  return head
}

/** All that an e-invoice says of its buyer. */
const buyer = {
  ...{ tin: 'IG12345678901', address_line1: '1, Jalan Contoh', city: 'Muar', state: 'Johor' },
}

async function money(
  trx: Trx,
  index: number,
  { branch_id, user_id }: { branch_id: string; user_id: string },
) {
  const first = index === 0
  const child = first
    ? await student(
        trx,
        {
          name: text,
          branch_id,
          nationality: 'ID',
          status: 'withdrawn',
          status_on: '2026-03-02',
          registered_on: '2025-02-03',
        },
        { payer: await parent(trx, { name: text, status: 'inactive', ...buyer }) },
      )
    : await student(trx)
  const bill = await invoice(
    trx,
    {
      ...{ student_id: child.id, payer_parent_id: child.payer!.id, branch_id: child.branch_id },
      ...{ issued_on: dayOf(index), due_on: first ? day : '2026-06-01' },
      ...(index === 2 ? { status: 'paid' } : {}),
    },
    [{ price_sen: 500 + index }],
  )
  const { branch_id: at, payer } = child
  const taken = first ? { received_by: user_id } : {}
  const given = { branch_id: at, payer_parent_id: payer!.id, amount_sen: 500 + index, ...taken }
  const row = await moneyIn(trx, index, given)
  await allocation(trx, row.id, bill.id, row.amount_sen)
  await credit(trx, {
    ...{ parent_id: payer!.id, delta_sen: 500 + index, created_at: noonOf(index) },
    ...(first ? { reason: 'early_payment' } : {}),
  })
  const attempt = await paymentAttempt(trx, {
    ...{ requested_at: noonOf(index), amount_sen: 500 + index, state: first ? 'needs_review' : 'failed' },
    ...(first ? { buyer_name: text, review_reason: 'amount' } : {}),
  })
  const tried = { attempt_id: attempt.id, invoice_id: bill.id, position: 1, amount_sen: 500 + index }
  await insert(trx, 'payment_attempt_invoice', tried)
  await insert(trx, 'platform.payment_exception', {
    ...{ id: newId(), raised_at: noonOf(index), attempt_id: attempt.id, order_no: attempt.order_no },
    ...{ amount_sen: 500 + index, branch_ids: [child.branch_id], kind: first ? 'no_answer' : 'mismatch' },
    ...(first ? { payer: text, transaction_id: text, state: 'resolved', resolution: 'settled' } : {}),
    ...(first ? { resolved_at: noonOf(0) } : {}),
  })
  const rule = await discount(trx, first ? { type: 'scholarship' } : {})
  await studentDiscount(trx, {
    ...{ student_id: child.id, discount_id: rule.id, requested_by: user_id, requested_at: noonOf(index) },
    ...(first ? { status: 'requested', decided_by: null, decided_at: null } : {}),
    ...(index === 1 ? { ends_on: '2026-04-30' } : {}),
  })
  await creditNote(trx, {
    ...{ invoice_id: bill.id, branch_id: child.branch_id, requested_by: user_id, sub_total_sen: 100 + index },
    ...{ requested_at: noonOf(index) },
    ...(first ? { kind: 'write_off', status: 'rejected', decided_at: noonOf(0) } : {}),
  })
  await insert(trx, 'cancel_request', {
    id: newId(),
    ...(first ? { kind: 'payment', payment_id: row.id } : { kind: 'invoice', invoice_id: bill.id }),
    branch_id: child.branch_id,
    reason: first ? `${text}, dibilkan dua kali` : 'Dibilkan dua kali',
    requested_by: user_id,
    requested_at: noonOf(index),
    ...(first ? { state: 'withdrawn', decided_by: user_id, decided_at: noonOf(0) } : {}),
  })
  return child
}
