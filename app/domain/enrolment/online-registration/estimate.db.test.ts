import { expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { approveApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import {
  appliedChild,
  newApplication,
  submit,
  today,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import {
  enrolment,
  feeType,
  insert,
  parent,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { noAnswers } from './draft.ts'
import { estimateOf, totalOf } from './estimate.ts'
import { filedChildren } from './filed-children.ts'
import { subjectsById } from './offered.ts'

const estimated = (tenant: Tenant, students: (typeof noAnswers)['students'], own?: { id: string }) =>
  tenant.read(async (db) => {
    const answers = { ...noAnswers, students }
    const ids = students.flatMap((child) => child.subjects)
    const [subjects, filed] = [await subjectsById(db, today, ids), await filedChildren(db, answers)]
    return estimateOf(db, { answers, own, filed, subjects, today, locale: 'en' })
  })

/** Two classes: one by days with a fee paid once, one that begins later. */
async function classes(tenant: Tenant) {
  return tenant.write(async (trx) => {
    const [maths, later] = [
      await subject(trx, { name: 'Matematik' }),
      await subject(trx, { name: 'Sains', starts_on: '2026-06-01' }),
    ]
    const starts_on = '2026-01-01'
    await subjectFee(trx, { subject_id: maths.id, amount_sen: 12_000, proration: 'by_day', starts_on })
    await subjectFee(trx, { subject_id: maths.id, amount_sen: 5_000, frequency: 'one_off', starts_on })
    await subjectFee(trx, { subject_id: later.id, amount_sen: 7_000, starts_on })
    return [maths.id, later.id]
  })
}

test('the estimate is what the invoice holds when the child is approved the same day', async () => {
  const tenant = await freshTenant()
  const subjects = await classes(tenant)
  const child = appliedChild()
  const typed = { name: child.name, born_on: child.born_on, nationality: 'MY' }
  const expected = await estimated(tenant, [{ place: 1, student_id: null, typed, subjects }])
  const { id } = await submit(
    tenant,
    newApplication({ students: [{ ...child, subjects: wishes(...subjects) }] }),
  )
  const actor = await tenant.actor('superadmin')
  await tenant.write((trx) =>
    approveApplication(trx, actor, everywhere, keysIn(tenant), { id, version: 1 }, today),
  )
  const invoice = await tenant.read((db) =>
    db.selectFrom('invoice').select(['total_sen']).executeTakeFirstOrThrow(),
  )
  expect(totalOf(expected)).toBe(invoice.total_sen)
  expect(expected.first.map(({ subject, is_share }) => [subject, is_share])).toEqual([
    ['Matematik', true],
    ['Matematik', false],
    ['Sains', false],
  ])
  // The month after the class that begins last.
  expect(expected.next).toEqual({ month: '2026-07-01', sen: 19_000 })
})

test('nothing that is supposed for it is stored, and a place on a waiting list costs nothing', async () => {
  const tenant = await freshTenant()
  const [maths, science] = await classes(tenant)
  await tenant.write(async (trx) => {
    await trx.updateTable('subject').set({ capacity: 1, waitlist: true }).where('id', '=', science!).execute()
    await enrolment(trx, { subject_id: science!, starts_on: '2026-06-01' })
  })
  const typed = { name: 'Aqil', born_on: '2018-02-03' }
  const { first } = await estimated(tenant, [
    { place: 1, student_id: null, typed, subjects: [maths!, science!] },
  ])
  expect(new Set(first.map((line) => line.subject))).toEqual(new Set(['Matematik']))
  const seats = await tenant.read((db) => db.selectFrom('enrolment').select('subject_id').execute())
  expect(seats).toEqual([{ subject_id: science }])
})

test('a child on file pays for the new class alone, and what is due for the others is not part of it', async () => {
  const tenant = await freshTenant()
  const [maths, science] = await classes(tenant)
  const { own, child } = await tenant.write(async (trx) => {
    const own = await parent(trx)
    const child = await student(trx)
    await trx.deleteFrom('student_parent').where('student_id', '=', child.id).execute()
    await insert(trx, 'student_parent', {
      ...{
        student_id: child.id,
        parent_id: own.id,
        relationship: 'mother',
        is_primary: true,
        is_payer: true,
      },
    })
    await enrolment(trx, { student_id: child.id, subject_id: maths!, starts_on: '2026-01-05' })
    return { own, child }
  })
  const one = [{ place: 1, student_id: child.id, typed: {}, subjects: [science!] }]
  const expected = await estimated(tenant, one, own)
  expect(expected.first.map(({ subject, sen }) => [subject, sen])).toEqual([['Sains', 7_000]])
  expect(expected.next).toEqual({ month: '2026-07-01', sen: 7_000 })
})

test('a child from abroad pays the fees for them, with tax, from today in a class that has begun', async () => {
  const tenant = await freshTenant({ tax_registered: true })
  const class_id = await tenant.write(async (trx) => {
    const { id } = await subject(trx, { name: 'Sains', starts_on: '2026-01-05' })
    const starts_on = '2026-01-01'
    const { id: fee_type_id } = await feeType(trx, { taxable: true })
    await subjectFee(trx, { subject_id: id, fee_type_id, amount_sen: 10_000, starts_on })
    await subjectFee(trx, {
      subject_id: id,
      amount_sen: 3_100,
      apply_to: 'foreign',
      proration: 'by_day',
      starts_on,
    })
    return id
  })
  const of = async (nationality: string) => {
    const typed = { name: 'Aqil', born_on: '2018-02-03', nationality }
    const { first } = await estimated(tenant, [{ place: 1, student_id: null, typed, subjects: [class_id] }])
    return first.map(({ sen, from }) => [sen, from])
  }
  expect(await of('MY')).toEqual([[10_000, '2026-03-01']])
  // Of March, 28 days are left on the fourth.
  expect((await of('ID')).toSorted()).toEqual([
    [10_600, '2026-03-01'],
    [2_800, today],
  ])
})
