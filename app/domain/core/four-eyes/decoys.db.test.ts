import { beforeAll, describe, expect, test } from 'vitest'
import { closeSubject } from '#app/domain/catalogue/subjects/close-subject.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import * as make from '#tests/support/database/factories.ts'
import * as money from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { type Actor, userOrSystemActor } from '../actor.ts'
import { record } from '../audit.ts'
import { enoughOthers, isOwnFamily } from './own-family.ts'

/** Families that a colleague invents, so that a price of the own child seems to be one of many. */

const today = currentDay()
const undo = new Error('undo')
type Trx = make.Trx

let tenant: Tenant
let clerk: Actor
let subject_id: string
let fee_id: string
let fee_type_id: string
let own_child: string

beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    const account = await make.user(trx, { roles: ['admin'] }, { branch_id: tenant.branch.id })
    clerk = { ...(await userOrSystemActor(trx, account.id)), roles: ['admin'] }
    const payer = await make.parent(trx, { user_id: clerk.id })
    const pupil = await make.student(trx, { branch_id: tenant.branch.id }, { payer })
    const taught = await make.subject(trx, { branch_id: tenant.branch.id })
    const fee_category = await make.feeCategory(trx, { discountable: true })
    const type = await make.feeType(trx, { fee_category_id: fee_category.id })
    const fee = await make.subjectFee(trx, { subject_id: taught.id, fee_type_id: type.id })
    await make.enrolment(trx, { student_id: pupil.id, subject_id: taught.id })
    own_child = pupil.id
    subject_id = taught.id
    fee_id = fee.id
    fee_type_id = type.id
  })
})

type Other = (trx: Trx) => Promise<unknown>
const seatOf =
  (seat: make.GivenEnrolment = {}, student: make.Given<'student'> = {}, of = {}): Other =>
  async (trx) => {
    const { id: student_id } = await make.student(trx, student, of)
    return make.enrolment(trx, { subject_id, student_id, ...seat })
  }

/** Does something in a class with the own child and enough others. */
const among = (other: Other, act: (trx: Trx) => Promise<unknown>) =>
  tenant.write(async (trx) => {
    for (let index = 0; index < enoughOthers; index += 1) await other(trx)
    await act(trx)
    throw undo
  })
const changesPrice = (trx: Trx) =>
  record(trx, clerk, 'subject_fee.price_changed', { type: 'subject_fee', id: fee_id })
const grants = async (trx: Trx) => {
  const { id } = await make.discount(trx, { type: 'early', days_early: 3 })
  await record(trx, clerk, 'discount.created', { type: 'discount', id })
}
const closes = (trx: Trx) =>
  closeSubject(
    trx,
    clerk,
    subject_id,
    { on: today, enrolments: enoughOthers + 1, version: 1 } as Parameters<typeof closeSubject>[3],
    today,
  )

const freeOfCharge: Other = async (trx) => {
  const { id: discount_id } = await make.discount(trx, { type: 'scholarship', percent_bp: 10_000 })
  const { id: student_id } = await make.student(trx)
  await make.studentDiscount(trx, { student_id, discount_id, status: 'approved' })
  return make.enrolment(trx, { subject_id, student_id })
}
/** Given by the clerk. */
const invented: Other = (trx) => seatOf({ created_by: clerk.id })(trx)
const billed: Other = async (trx) => {
  const payer = await make.parent(trx)
  const { id: student_id } = await make.student(trx, { branch_id: tenant.branch.id }, { payer })
  await make.enrolment(trx, { subject_id, student_id, created_by: clerk.id })
  return money.invoice(trx, {
    ...{ student_id, payer_parent_id: payer.id, branch_id: tenant.branch.id },
  })
}

describe('another family is not one on paper', () => {
  test.each<[string, Other]>([
    ['whose seat is paused', seatOf({ status: 'paused', paused_from: addDays(today, -3) })],
    ['whose seat will be paused', seatOf({ paused_from: addDays(today, 1) })],
    ['whose seat begins next year', seatOf({ starts_on: addDays(today, 300) })],
    ['whose seat has ended', seatOf({ ends_on: addDays(today, -1) })],
    ['whose child is not active', seatOf({}, { status: 'inactive' })],
    ['whom nobody pays for', seatOf({}, {}, { payer: null })],
    ['that a discount spares everything', freeOfCharge],
    ['that the colleague has enrolled and that was never billed', invented],
  ])('%s', async (_, other) => {
    for (const act of [changesPrice, grants, closes])
      await expect(among(other, act), act.name).toRefuse('four_eyes.own_family_rule')
  })

  test.each<[string, Other]>([
    ['that pays like the own', seatOf()],
    ['whose pause is over', seatOf({ paused_from: addDays(today, -9), paused_to: addDays(today, -2) })],
    ['whose seat begins next month', seatOf({ starts_on: addDays(today, 31) })],
    ['that the colleague has enrolled and that was billed since', billed],
  ])('but one %s counts', async (_, other) => {
    for (const act of [changesPrice, grants]) await expect(among(other, act), act.name).rejects.toBe(undo)
  })

  test('and closing a class of enough families goes on', async () => {
    await expect(among(seatOf(), closes)).rejects.toBe(undo)
  })

  test('and an own price of nothing is no share in a discount', async () => {
    const nothing: Other = async (trx) => {
      const { id: enrolment_id } = await make.enrolment(trx, { subject_id })
      const own = { enrolment_id, fee_type_id, amount_sen: 0, reason: 'Percuma' }
      return make.insert(trx, 'enrolment_fee', own)
    }
    await expect(among(nothing, grants)).toRefuse('four_eyes.own_family_rule')
  })
})

test.each([{ born_on: '2015-01-02' }, { student_no: 'S-1' }])(
  'what ranks an own child among siblings is for a colleague: %o',
  async (after) => {
    const edits = (who: Actor) =>
      tenant.write(async (trx) => {
        await record(trx, who, 'student.edited', { type: 'student', id: own_child }, { after })
        throw undo
      })
    await expect(edits(clerk)).toRefuse('four_eyes.own_family')
    await expect(edits(await tenant.actor('admin'))).rejects.toBe(undo)
  },
)

test.each(['enrolment', 'subject_fee'])(
  'an import that wrote an own child’s %s is undone by a colleague',
  async (type) => {
    const found = tenant.write(async (trx) => {
      const { id: seat } = await trx
        .selectFrom('enrolment')
        .select('id')
        .where('student_id', '=', own_child)
        .executeTakeFirstOrThrow()
      const id = newId()
      await make.insert(trx, 'import', {
        ...{
          id,
          kind: 'enrolments',
          branch_id: tenant.branch.id,
          file_name: 'kelas.xlsx',
          date_order: 'dmy',
        },
        ...{ row_count: 1, status: 'done' },
      })
      await make.insert(trx, 'import_write', {
        ...{ import_id: id, number: 2, object_type: type, object_version: 1 },
        object_id: type === 'enrolment' ? seat : fee_id,
      })
      throw Object.assign(undo, { own: await isOwnFamily(trx, clerk, { type: 'import', ids: [id] }) })
    })
    await expect(found).rejects.toMatchObject({ own: true })
  },
)

describe('a phone that several families only say is theirs', () => {
  const phone = '+60155500388'
  const isOwn = (proven: boolean) =>
    tenant.write(async (trx) => {
      const { id } = await make.user(trx, { roles: ['admin'], phone }, { branch_id: tenant.branch.id })
      const phone_proven_at = proven ? new Date() : null
      const self = await make.parent(trx, { phone, phone_proven_at: new Date() })
      await make.student(trx, {}, { payer: self })
      await make.student(trx, {}, { payer: await make.parent(trx, { phone, phone_proven_at }) })
      throw Object.assign(undo, { own: await isOwnFamily(trx, { id }, { type: 'parent', ids: [self.id] }) })
    })

  test('still says whose the own family is', async () => {
    await expect(isOwn(false)).rejects.toMatchObject({ own: true })
  })

  test('says nothing once the office has written it down for each', async () => {
    await expect(isOwn(true)).rejects.toMatchObject({ own: false })
  })
})

test('the phone that a colleague had says it, whoever changed it', async () => {
  const phone = '+60155500389'
  const found = tenant.write(async (trx) => {
    const account = await make.user(trx, { roles: ['admin'] }, { branch_id: tenant.branch.id })
    const self = await make.parent(trx, { phone })
    const change = { before: { phone }, after: { phone: account.phone } }
    await record(trx, clerk, 'staff.edited', { type: 'staff', id: account.staff!.id }, change)
    throw Object.assign(undo, {
      own: await isOwnFamily(trx, { id: account.id }, { type: 'parent', ids: [self.id] }),
    })
  })
  await expect(found).rejects.toMatchObject({ own: true })
})
