import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { autoApproveApplication } from '#jobs/handlers/enrolment.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import {
  feeCategory,
  feeType,
  insert,
  parent,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { creditBalance } from '#tests/support/database/money-factories.ts'
import { approveApplication } from './decide-application.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { receiveFee, registrationFee } from './registration-fee.ts'
import { appliedChild, appliedParent, newApplication, said, submit, wishes } from './test-support.ts'

const today = currentDay()
let tenant: Tenant
let admin: Actor
let maths: string

beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('superadmin')
  await tenant.write(async (trx) => {
    const value = JSON.stringify({ auto_approve: true, fee_first: true })
    await insert(trx, 'setting', { key: 'application', value })
    const asked = { fields: { default: { 'document.birth_certificate': 'shown' } } }
    await insert(trx, 'setting', { key: 'registration_form', value: JSON.stringify(asked) })
    maths = (await subject(trx)).id
  })
  await charge(maths, { amount_sen: 50_00 })
})

/** A fee that is billed once, for registering unless it is said otherwise. */
const charge = (subject_id: string, given: Parameters<typeof subjectFee>[1] = {}, kind = 'registration') =>
  tenant.write(async (trx) => {
    const category = await feeCategory(trx, { kind })
    const type = await feeType(trx, { fee_category_id: category.id })
    const fee = { subject_id, fee_type_id: type.id, frequency: 'one_off', starts_on: '2020-01-01' }
    await subjectFee(trx, { ...fee, ...given })
  })
const apply = async (given: Partial<Parameters<typeof newApplication>[0]> = {}) =>
  (
    await submit(
      tenant,
      newApplication({ students: [{ ...appliedChild(), subjects: wishes(maths) }], ...given }),
    )
  ).id
const feeOf = (id: string) => tenant.read((db) => registrationFee(db, keysIn(tenant), id, today))
const decide = (application_id: string) =>
  autoApproveApplication({ application_id }, jobTools(tenant, 'application.auto_approve'))
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const receive = async (id: string, given: object = {}, scope: RowScope = everywhere) => {
  const { version } = await rowOf(id)
  const input = { method: 'cash', amount: 50_00, paid_on: today, version, ...given } as const
  const rules = { scope, today, backdate_days: 30 }
  return tenant
    .write((trx) => receiveFee(trx, admin, keysIn(tenant), { id, version: input.version }, input, rules))
    .catch(said)
}

test('is what is billed once for registering each new child in each class in which it has a seat', async () => {
  const [full, art] = await tenant.write(async (trx) => [
    await subject(trx, { capacity: 1, waitlist: true }),
    await subject(trx),
  ])
  await charge(full.id, { amount_sen: 7_00 })
  await charge(art.id, { amount_sen: 10_00, quantity: 2 })
  await charge(art.id, { amount_sen: 3_00, apply_to: 'foreign' })
  await charge(art.id, { amount_sen: 900_00 }, 'uniform')
  await charge(art.id, { amount_sen: 900_00, frequency: 'monthly' })
  await charge(art.id, { amount_sen: 900_00, status: 'inactive' })
  await charge(art.id, { amount_sen: 900_00, ends_on: '2020-02-01' })
  await apply({ students: [{ ...appliedChild(), subjects: wishes(full.id) }] })
  const id = await apply({
    students: [
      { ...appliedChild(), subjects: wishes(maths, full.id) },
      { ...appliedChild({ nationality: 'ID' }), subjects: wishes(art.id) },
      { ...appliedChild(), subjects: wishes(art.id) },
    ],
  })
  expect(await feeOf(id)).toEqual({ due_sen: 50_00 + 23_00 + 20_00, payment: null })
})

test('keeps an application from being approved by itself until it is paid; then it pays the first invoice', async () => {
  const id = await apply()
  await decide(id)
  expect((await rowOf(id)).status).toBe('pending')
  await expect(receive(id, { amount: 49_99 })).toRefuse('application.fee_less', 'amount')
  await expect(receive(id, { paid_on: '2999-01-01' })).toRefuse('payment.date_future', 'paid_on')
  await expect(receive(id, { version: 9 })).toRefuse('version_conflict')
  const { payment_id, number } = await receive(id)
  await expect(tenant).toHaveEnqueued('receipt.send', { payment_id })
  expect(await feeOf(id)).toMatchObject({ payment: { id: payment_id, number } })
  await expect(receive(id)).toRefuse('application.fee_none')
  const { payer } = await tenant.read((db) =>
    db
      .selectFrom('payment')
      .select('payer_parent_id as payer')
      .where('id', '=', payment_id)
      .executeTakeFirstOrThrow(),
  )
  expect(await tenant.read((db) => creditBalance(db, payer!))).toBe(50_00)
  await decide(id)
  expect((await rowOf(id)).status).toBe('approved')
  const invoices = await tenant.read((db) =>
    db.selectFrom('invoice').select(['payer_parent_id', 'status', 'paid_sen', 'total_sen']).execute(),
  )
  expect(invoices).toEqual([{ payer_parent_id: payer, status: 'paid', paid_sen: 50_00, total_sen: 50_00 }])
  expect(await tenant.read((db) => creditBalance(db, payer!))).toBe(0)
})

test('of whoever is on file and has proven nothing fills in nothing, also when the child is taken in after it', async () => {
  const mother = await tenant.write((trx) => parent(trx, { email: null }))
  const { name, phone } = mother
  const id = await apply({ parents: [appliedParent({ name, phone })], phone_verified: false })
  await receive(id)
  await decide(id)
  expect((await rowOf(id)).status).toBe('approved')
  const kept = await tenant.read((db) =>
    db.selectFrom('parent').select('email').where('id', '=', mother.id).executeTakeFirstOrThrow(),
  )
  expect(kept).toEqual({ email: null })
})

test('two who take it at the same moment take it once', async () => {
  const id = await apply()
  const two = await Promise.allSettled([receive(id), receive(id)])
  expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await tenant.read((db) => db.selectFrom('payment').select('id').execute())).toHaveLength(1)
})

test('whose payment was cancelled is owed again', async () => {
  const id = await apply()
  const { payment_id } = await receive(id)
  const other = await tenant.actor('admin')
  await tenant.write((trx) =>
    cancelPayment(trx, other, everywhere, payment_id, { reason: 'Wang palsu diterima', today, version: 1 }),
  )
  expect(await feeOf(id)).toEqual({ due_sen: 50_00, payment: null })
  await decide(id)
  expect((await rowOf(id)).status).toBe('pending')
})

test('is taken for the first parent alone, and from whoever is on file with that phone', async () => {
  const [mother, father] = await tenant.write(async (trx) => [await parent(trx), await parent(trx)])
  const parents = [
    appliedParent({ name: mother.name, phone: mother.phone }),
    appliedParent({ name: father.name, phone: father.phone, relationship: 'father' }),
  ]
  const id = await apply({ parents, phone_verified: false })
  await receive(id)
  const rows = await tenant.read((db) =>
    db.selectFrom('application_parent').select('parent_id').orderBy('place').execute(),
  )
  expect(rows).toEqual([{ parent_id: mother.id }, { parent_id: null }])
  // The second one has proven nothing, so a person decides.
  await decide(id)
  expect((await rowOf(id)).status).toBe('pending')
})

test('is neither asked for nor taken where the organisation does not wish it, of others, or after the decision', async () => {
  const id = await apply()
  const branch = { scope: 'branch', user_id: '', branch_ids: [newId()], parent_id: null } as const
  await expect(receive(id, {}, branch)).toRefuse('not_found.application')
  const { version } = await rowOf(id)
  await tenant.write((trx) =>
    approveApplication(trx, admin, everywhere, keysIn(tenant), { id, version }, today),
  )
  await expect(receive(id)).toRefuse('application.decided')
  const another = await apply()
  await tenant.write((trx) =>
    trx
      .updateTable('setting')
      .set({ value: JSON.stringify({ auto_approve: true }) })
      .execute(),
  )
  expect(await feeOf(another)).toBeNull()
  await expect(receive(another)).toRefuse('application.fee_none')
})
