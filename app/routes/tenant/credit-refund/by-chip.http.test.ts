import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { approveRefund, askForRefund } from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import { neverDoneAfter, sendRefund } from '#app/domain/payments/credit-refunds/refund-by-chip.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { environment } from '#app/environment.ts'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { creditRefund } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import type { Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const reason = 'Pindah ke negeri lain'
let world: ChipWorld
let clerk: Browser
let admin: Browser
let people: Record<'clerk' | 'admin', Awaited<ReturnType<ChipWorld['tenant']['actor']>>>
beforeAll(async () => {
  world = await openChipWorld()
  const { product, tenant } = world
  people = { clerk: await tenant.actor('clerk'), admin: await tenant.actor('admin') }
  clerk = await product.signedInAs(tenant, 'clerk')
  admin = await product.signedInAs(tenant, 'admin')
})
afterAll(() => world.close())

/** RM120.00 paid by card through CHIP while the counter took as much: the family's credit. */
async function paid(sen = 12_000) {
  const { bill, of, attempt } = await world.toChip(sen)
  const { tenant } = world
  const today = todayIn(new Date())
  const cash = { method: 'cash', amount: sen, paid_on: today, despite_attempt: 'on' } as const
  const rules = { scope: everywhere, today, backdate_days: 30 }
  await tenant.write((trx) => recordPayment(trx, people.clerk, bill.id, cash, rules))
  await world.control('play', { of, scenario: 'callbacks_lost' })
  await world.enquire(attempt.id)
  const payment = await tenant.read((db) =>
    db.selectFrom('payment').selectAll().where('attempt_id', '=', attempt.id).executeTakeFirstOrThrow(),
  )
  return { of, attempt_id: attempt.id, payment, parent_id: payment.payer_parent_id! }
}
type Paid = Awaited<ReturnType<typeof paid>>

const ask = ({ parent_id, payment }: Paid, amount: number) => {
  const keys = { ring: environmentKeyring(environment), place: world.tenant.place.schema }
  const input = { amount, reason, method: 'chip', payee_name: 'Puan Ibu', payment_id: payment.id } as const
  return world.tenant.write((trx) => askForRefund(trx, people.clerk, everywhere, keys, parent_id, input))
}
const approve = (id: string) =>
  world.tenant.write((trx) => approveRefund(trx, people.admin, everywhere, id, todayIn(new Date())))

async function approved(about: Paid, amount: number): Promise<string> {
  const { id } = await ask(about, amount)
  await approve(id)
  return id
}

/** Of a CHIP that is silent there is no use in waiting longer. */
const soonGivenUp = 400

/** What the job does; `hours` later. */
function step(id: string, hours = 0, timeoutMs = 10_000) {
  const { tenant } = world
  const now = () => new Date(Date.now() + hours * 3_600_000)
  return sendRefund(
    { gateways: world.toGateways(tenant), write: tenant.write, timeoutMs, now },
    systemActor,
    id,
  )
}

const row = (id: string) =>
  world.tenant.read((db) =>
    db.selectFrom('credit_refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const standing = ({ parent_id }: Paid) => world.tenant.read((db) => creditStanding(db, parent_id))
/** What of money that went back a person has to look at. */
const desk = async ({ attempt_id }: Paid) =>
  (await world.desk(attempt_id)).filter(({ kind }) => kind === 'reversed')
const balanced = async () => expect(await world.tenant.read(imbalance)).toEqual({})

/** How often CHIP was asked to send something back, and how much it did. */
async function atChip({ attempt_id }: Paid) {
  const { purchase_id } = await world.tenant.read((db) =>
    db
      .selectFrom('payment_attempt')
      .select('purchase_id')
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow(),
  )
  const response = await fetch(`${world.url}/__control/state`)
  const { journal, kept } = (await response.json()) as {
    journal: { kind: string; id: string }[]
    kept: { purchase: { id: string; refundable_amount: number; payment: { amount: number } } }[]
  }
  const { purchase } = kept.find((one) => one.purchase.id === purchase_id)!
  return {
    asked: journal.filter(({ kind, id }) => kind === 'refund' && id === purchase_id).length,
    returned: purchase.payment.amount - purchase.refundable_amount,
  }
}

test('a clerk chooses the payment, an admin approves, and CHIP sends a part of it back', async () => {
  const about = await paid()
  const form = `/credit-refund/new/${about.parent_id}`
  const shown = await page(clerk, form)
  expect(shown).toContain(about.payment.number)
  expect(shown).toContain('at most RM120.00')
  const fields = fieldsOf(shown)
  const typed = { ...fields, amount: '50', method: 'chip', reason }
  const none = await clerk.post(form, typed)
  expect(none.status).toBe(422)
  const both = await clerk.post(form, { ...typed, method: 'cash', payment_id: about.payment.id })
  expect(await both.text()).toContain('only for a refund through CHIP')
  const asked = await clerk.post(form, { ...typed, payment_id: about.payment.id })
  expect(asked).toRedirectTo(/^\/credit-refund\/view\//)
  const view = asked.headers.get('location')!
  const id = view.split('/').at(-1)!
  await expect(ask(about, 7_001)).rejects.toMatchObject({ code: 'credit_refund.too_little' })
  expect(await admin.post(`/credit-refund/approve/${id}`)).toRedirectTo(view)
  await expect(world.tenant).toHaveEnqueued('credit_refund.chip', { credit_refund_id: id })
  expect(await page(admin, view)).toContain('is being handed to CHIP')
  const byHand = { paid_on: todayIn(new Date()), bank_reference: 'X1' }
  expect((await admin.post(`/credit-refund/pay/${id}`, byHand)).status).toBeGreaterThanOrEqual(400)

  expect(['paid', 'over']).toContain(await step(id))
  expect(await row(id)).toMatchObject({ status: 'paid', amount_sen: 5_000, before_sen: 0 })
  expect(await atChip(about)).toEqual({ asked: 1, returned: 5_000 })
  expect(await standing(about)).toEqual({ credit_sen: 7_000, reserved_sen: 0 })
  expect(await step(id)).toBe('over')
  // CHIP tells of it, too: nobody has to look at what we have asked for.
  await world.enquire(about.attempt_id)
  expect(await desk(about)).toEqual([])
  await balanced()

  const rest = await approved(about, 7_000)
  expect(['paid', 'over']).toContain(await step(rest))
  expect(await row(rest)).toMatchObject({ status: 'paid' })
  expect(await atChip(about)).toEqual({ asked: 2, returned: 12_000 })
  expect(await page(clerk, form)).not.toContain(about.payment.number)
  await world.enquire(about.attempt_id)
  expect(await desk(about)).toEqual([])
  await balanced()
})

test('more than is left of the payment is refused, whatever else the family has; also by many at once', async () => {
  const about = await paid(1_000)
  const { tenant } = world
  const more = await paid(9_000)
  await tenant.write((trx) =>
    trx
      .insertInto('credit_entry')
      .values({ id: crypto.randomUUID(), parent_id: about.parent_id, delta_sen: 5_000, reason: 'adjust' })
      .execute(),
  )
  await expect(ask(about, 1_001)).rejects.toMatchObject({
    ...{ code: 'credit_refund.payment_left', values: { amount: 'RM10.00', number: about.payment.number } },
  })
  await expect(ask({ ...about, payment: more.payment }, 100)).rejects.toMatchObject({
    code: 'credit_refund.no_payment',
  })
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => ask(about, 400)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(
    tenant.write((trx) =>
      creditRefund(trx, {
        ...{ parent_id: about.parent_id, method: 'chip', payment_id: about.payment.id, amount_sen: 300 },
      }),
    ),
  ).rejects.toMatchObject({ constraint: 'credit_refund_beyond_payment' })
})

describe('CHIP', () => {
  test('is asked once by two workers', async () => {
    const about = await paid()
    const id = await approved(about, 3_000)
    const ends = await Promise.all([step(id), step(id), step(id)])
    expect(ends.filter((end) => end === 'paid').length).toBeLessThanOrEqual(1)
    expect(await row(id)).toMatchObject({ status: 'paid' })
    expect(await atChip(about)).toEqual({ asked: 1, returned: 3_000 })
    await balanced()
  })

  test('has done it without an answer: a question settles it, and nothing is sent twice', async () => {
    const about = await paid()
    const id = await approved(about, 4_000)
    await world.control('trouble', { refund: 'silent_after' })
    expect(await step(id, 0, soonGivenUp)).toBe('sent')
    await world.control('trouble')
    expect(await row(id)).toMatchObject({ status: 'sending' })
    expect(await standing(about)).toEqual({ credit_sen: 12_000, reserved_sen: 4_000 })
    expect(await page(admin, `/credit-refund/view/${id}`)).toContain('It is never sent a second time')
    expect(await step(id)).toBe('paid')
    expect(await atChip(about)).toEqual({ asked: 1, returned: 4_000 })
    await balanced()
  })

  test('tells of it by its own call before anybody asked', async () => {
    const about = await paid()
    const id = await approved(about, 4_000)
    await world.control('trouble', { refund: 'silent_after' })
    await step(id, 0, soonGivenUp)
    await world.control('trouble')
    await world.enquire(about.attempt_id)
    expect(await row(id)).toMatchObject({ status: 'paid' })
    expect(await step(id)).toBe('over')
    expect(await desk(about)).toEqual([])
    await balanced()
  })

  test('never did it: a day later the credit is free again, and until then nothing else goes of that payment', async () => {
    const about = await paid()
    const [id, next] = [await approved(about, 4_000), await approved(about, 1_000)]
    await world.control('trouble', { refund: 'silent_before' })
    expect(await step(id, 0, soonGivenUp)).toBe('sent')
    await world.control('trouble')
    expect(await step(id, 23)).toBe('waits')
    expect(await step(next)).toBe('waits')
    expect(await step(id, neverDoneAfter / 3_600_000 + 1)).toBe('failed')
    expect(await row(id)).toMatchObject({ status: 'failed', failure: 'never_done' })
    expect(['paid', 'over']).toContain(await step(next))
    expect(await atChip(about)).toEqual({ asked: 2, returned: 1_000 })
    expect(await standing(about)).toEqual({ credit_sen: 11_000, reserved_sen: 0 })
    await balanced()
  })

  test('refuses: the page says so in its words, and the credit is free again', async () => {
    const about = await paid()
    const id = await approved(about, 4_000)
    await world.control('trouble', { refund: 'refused' })
    expect(await step(id)).toBe('failed')
    await world.control('trouble')
    const shown = await page(admin, `/credit-refund/view/${id}`)
    expect(shown).toContain('CHIP refuses it.')
    expect(shown).toContain('This method cannot be refunded')
    expect(await standing(about)).toEqual({ credit_sen: 12_000, reserved_sen: 0 })
    await balanced()
  })

  test('has it under way: it waits, and is done when CHIP says so', async () => {
    const about = await paid()
    const id = await approved(about, 4_000)
    await world.control('trouble', { refund: 'pending' })
    expect(await step(id)).toBe('sent')
    await world.control('trouble')
    expect(await step(id, 48)).toBe('waits')
    await world.enquire(about.attempt_id)
    expect(await desk(about)).toEqual([])
    await world.control('status', { of: about.of, status: 'refunded' })
    expect(await step(id)).toBe('paid')
    await balanced()
  })

  test('had less left, since somebody refunded in its portal: nothing is sent, and the desk has the stranger’s part', async () => {
    const about = await paid()
    const id = await approved(about, 4_000)
    await world.control('refund', { of: about.of, amount: '9000' })
    expect(await step(id)).toBe('failed')
    expect(await row(id)).toMatchObject({ failure: 'too_little: 3000' })
    expect(await atChip(about)).toMatchObject({ asked: 0 })
    await world.enquire(about.attempt_id)
    expect(await desk(about)).toMatchObject([{ kind: 'reversed', amount_sen: 9_000 }])
    const own = await approved(about, 3_000)
    // By its answer or by its call, whichever comes first.
    expect(['paid', 'over']).toContain(await step(own))
    expect(await row(own)).toMatchObject({ status: 'paid' })
    await world.enquire(about.attempt_id)
    expect(await desk(about)).toHaveLength(1)
    await balanced()
  })

  test('cannot be asked how it stands: nothing is changed, and the job comes again', async () => {
    const about = await paid()
    const id = await approved(about, 4_000)
    await world.control('trouble', { read: 'error' })
    expect(await step(id)).toBe('unknown')
    await world.control('trouble')
    expect(await row(id)).toMatchObject({ status: 'approved' })
    expect(['paid', 'over']).toContain(await step(id))
  })
})
