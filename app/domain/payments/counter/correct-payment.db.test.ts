import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { requestCancel } from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { closeDrawer, openDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import type { CorrectInput } from '#app/domain/payments/payments/payment.ts'
import { asOwner } from '#db/owner.ts'
import { besides } from '#tests/support/database/locks.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { correctPayment, whyNotCorrected } from './correct-payment.ts'
import { recordAtCounter } from './counter.ts'

const today = '2026-01-31'
const reason = 'Tertaip RM350, sepatutnya RM295'
let shop: Shop
let clerk: Actor
let colleague: Actor

beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  colleague = await shop.tenant.actor('supervisor')
})

/** Two invoices of a family, RM295 and RM80, the first due today. */
async function owing() {
  const { tenant } = shop
  return tenant.write(async (trx) => {
    const one = await invoice(trx, { branch_id: tenant.branch.id, due_on: today }, [{ price_sen: 29_500 }])
    const { student_id, payer_parent_id } = one
    const about = { student_id, payer_parent_id, branch_id: tenant.branch.id, due_on: '2026-02-20' }
    return [one, await invoice(trx, about, [{ price_sen: 8_000 }])] as const
  })
}

async function taken(amount = 35_000, who = clerk) {
  const [first, second] = await owing()
  const { payment_id, number } = await shop.tenant.write((trx) =>
    recordAtCounter(
      trx,
      who,
      first.payer_parent_id,
      { method: 'cash', amount, keep_rest: 'on' },
      { scope: scopes.branch(who), today },
    ),
  )
  return { id: payment_id, number, first, second }
}
type Taken = Awaited<ReturnType<typeof taken>>

const correct = ({ id, first }: Taken, given: Partial<CorrectInput> = {}, who = clerk) =>
  shop.tenant.write((trx) =>
    correctPayment(
      trx,
      who,
      scopes.branch(who),
      id,
      { method: 'cash', amount: 29_500, invoice: [first.id], reason, version: 1, ...given },
      today,
    ),
  )

const row = (id: string) =>
  shop.tenant.read((db) =>
    db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const why = (id: string, who = clerk, on = today) =>
  shop.tenant.read((db) => whyNotCorrected(db, who, scopes.branch(who), id, on))

/** As if it had been recorded so many minutes ago. */
const age = (id: string, minutes: number) =>
  asOwner(shop.tenant.database.ownerUrl, async (owner) => {
    await sql`update ${sql.table(`${shop.tenant.place.schema}.payment`)}
      set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(owner)
  })

describe('a payment that was typed wrongly', () => {
  test('is recorded again by the same person: amount, method and invoices, with both in the books', async () => {
    const before = await taken()
    const { payment_id, number } = await correct(before)
    expect(await row(before.id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: reason,
      cancelled_by: clerk.id,
    })
    expect(await row(payment_id)).toMatchObject({
      amount_sen: 29_500,
      status: 'paid',
      replaces_id: before.id,
    })
    expect(await shop.invoiceNow(before.first.id)).toMatchObject({ status: 'paid', paid_sen: 29_500 })
    expect(await shop.invoiceNow(before.second.id)).toMatchObject({ status: 'unpaid', paid_sen: 0 })
    const shown = (id: string) => shop.tenant.read((db) => payment(db, scopes.all(clerk), id))
    expect(await shown(before.id)).toMatchObject({ replaced_by: { id: payment_id, number } })
    expect(await shown(payment_id)).toMatchObject({ replaces: { id: before.id, number: before.number } })
    await shop.balanced()
  })

  test('may have been a card, for another invoice', async () => {
    const before = await taken(8_000)
    const { payment_id } = await correct(before, {
      ...{ method: 'card_terminal', reference_no: '0A91B2', amount: 8_000, invoice: [before.second.id] },
    })
    expect(await row(payment_id)).toMatchObject({ method: 'card_terminal', reference_no: '0A91B2' })
    expect(await shop.invoiceNow(before.first.id)).toMatchObject({ paid_sen: 0 })
    expect(await shop.invoiceNow(before.second.id)).toMatchObject({ status: 'paid' })
    await shop.balanced()
  })

  test('keeps more than is due as credit once that is confirmed', async () => {
    const before = await taken(29_500)
    await expect(correct(before, { amount: 30_000 })).toRefuse('payment.rest_to_credit')
    const { payment_id } = await correct(before, { amount: 30_000, keep_rest: 'on' })
    expect(await shop.tenant.read((db) => payment(db, scopes.all(clerk), payment_id))).toMatchObject({
      credit_sen: 500,
    })
    await shop.balanced()
  })

  test('stays as it is where nothing was changed, nothing is paid, or it was read before a change', async () => {
    const before = await taken(29_500)
    await expect(correct(before)).toRefuse('payment.correct.same')
    await expect(correct(before, { invoice: [] })).toRefuse('payment.nothing_paid')
    await expect(correct(before, { amount: 29_000, version: 2 })).toRefuse('version_conflict')
    expect(await row(before.id)).toMatchObject({ status: 'paid' })
  })

  test('is counted in the drawer once, as it was corrected', async () => {
    const branch_id = shop.tenant.branch.id
    const drawer_id = await shop.tenant.write((trx) =>
      openDrawer(trx, clerk, scopes.branch(clerk), { branch_id, float: 10_000 }, today),
    )
    const before = await taken()
    const { payment_id } = await correct(before)
    expect(await row(payment_id)).toMatchObject({ drawer_id })
    const cash = async () => {
      const { sums } = await shop.tenant.read((db) => drawer(db, scopes.branch(clerk), drawer_id))
      return sums.find(({ method }) => method === 'cash')!.expected_sen
    }
    expect(await cash()).toBe(39_500)
    const other = await taken()
    await shop.tenant.write((trx) =>
      closeDrawer(trx, clerk, scopes.branch(clerk), drawer_id, { version: 1, cash: 74_500 }),
    )
    expect(await why(other.id)).toBe('drawer')
    await expect(correct(other)).toRefuse('payment.correct.drawer')
  })
})

describe('a correction needs a second person', () => {
  test('for the payment of somebody else', async () => {
    const before = await taken(35_000, colleague)
    await expect(correct(before)).toRefuse('payment.correct.other_person')
    expect(await why(before.id, colleague)).toBeNull()
  })

  test('after ten minutes, which the database holds as well', async () => {
    const before = await taken()
    await age(before.id, 11)
    expect(await why(before.id)).toBe('too_late')
    await expect(correct(before)).toRefuse('payment.correct.too_late')
    await age(before.id, 9)
    expect(await why(before.id)).toBeNull()
  })

  test('on another day', async () => {
    const before = await taken()
    expect(await why(before.id, clerk, '2026-02-01')).toBe('other_day')
  })

  test('the second time, also for the first receipt', async () => {
    const before = await taken()
    const { payment_id } = await correct(before)
    await expect(correct(before)).toRefuse('payment.correct.cancelled')
    await expect(correct({ ...before, id: payment_id }, { amount: 20_000 })).toRefuse('payment.correct.twice')
  })

  test('while its cancellation is requested', async () => {
    const before = await taken()
    await shop.tenant.write((trx) =>
      requestCancel(
        trx,
        clerk,
        scopes.branch(clerk),
        { kind: 'payment', id: before.id, version: 1 },
        { reason, today },
      ),
    )
    await expect(correct(before)).toRefuse('payment.correct.requested')
  })

  test('once its credit has been used', async () => {
    const before = await taken(38_000)
    await shop.tenant.write(async (trx) => {
      const { student_id, payer_parent_id } = before.first
      await invoice(trx, { student_id, payer_parent_id, branch_id: shop.tenant.branch.id }, [
        { price_sen: 9_000 },
      ])
      await spendCredit(trx, clerk, [payer_parent_id], today)
    })
    expect(await why(before.id)).toBe('used')
    await expect(correct(before)).toRefuse('payment.correct.used')
  })

  test('for an online payment', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '00')
    const [online] = await shop.paymentOf(attempt.id)
    expect(await why(online!.id)).toBe('online')
  })

  test('at the same time: the second is refused', async () => {
    const before = await taken()
    const second = await besides(
      shop.tenant,
      (held) =>
        shop.tenant.write(async (trx) => {
          const input = {
            method: 'cash' as const,
            amount: 29_500,
            invoice: [before.first.id],
            reason,
            version: 1,
          }
          await correctPayment(trx, clerk, scopes.branch(clerk), before.id, input, today)
          await held()
        }),
      () => correct(before, { amount: 20_000 }),
    )
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'payment.correct.cancelled' } })
    await shop.balanced()
  })
})

test('nothing but a correction within its limits can say that it replaces a payment', async () => {
  const before = await taken(29_500)
  const other = await taken(29_500, colleague)
  await expect(
    shop.tenant.write((trx) =>
      sql`insert into payment (id, number, public_code, method, paid_on, amount_sen, branch_id, payer_parent_id, received_by,
          created_by, replaces_id)
        select gen_random_uuid(), number || 'X', public_code || 'x', method, paid_on, 1, branch_id, payer_parent_id, received_by,
          created_by, ${other.id} from payment where id = ${before.id}`.execute(trx),
    ),
  ).rejects.toMatchObject({ constraint: 'payment_correction' })
})
