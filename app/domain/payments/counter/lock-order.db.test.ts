import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { receiveFee } from '#app/domain/enrolment/applications/registration-fee.ts'
import {
  appliedChild,
  newApplication,
  submit,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import * as make from '#tests/support/database/factories.ts'
import { waitForLocked } from '#tests/support/database/locks.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

/** The locks of money are taken in the order of docs/architecture.md: transfer, drawer, invoices. */
const today = '2026-03-04'
const reference_no = 'MBB 5512 0771'
let tenant: Tenant
let clerk: Actor
let admin: Actor

beforeAll(async () => {
  tenant = await freshTenant()
  ;[clerk, admin] = await Promise.all([tenant.actor('clerk'), tenant.actor('admin')])
  await tenant.write(async (trx) => {
    const on = (key: string, value: object) =>
      make.insert(trx, 'setting', { key, value: JSON.stringify(value) })
    await on('counter', { round_cash: true })
    await on('application', { fee_first: true })
    await make.insert(trx, 'cash_drawer', {
      ...{ id: newId(), user_id: clerk.id!, branch_id: tenant.branch.id, opened_on: today, float_sen: 0 },
    })
  })
})

/** Holds a row until it is let go, in a transaction of its own. */
async function hold(table: 'invoice' | 'cash_drawer', id?: string) {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = tenant.write(async (trx) => {
    await trx
      .selectFrom(table as 'invoice')
      .select('id')
      .$if(id !== undefined, (query) => query.where('id', '=', id!))
      .forUpdate()
      .execute()
    held.resolve()
    await end.promise
  })
  await held.promise
  return async () => {
    end.resolve()
    await done
  }
}

describe('two clerks who record money at once', () => {
  test('do not deadlock where cash is rounded to the sum of a transfer', async () => {
    const bill = await tenant.write((trx) =>
      invoice(trx, { branch_id: tenant.branch.id }, [{ price_sen: 12_003 }]),
    )
    const take = (actor: Actor, method: 'cash' | 'bank_transfer', amount: number, reference: string) =>
      tenant.write((trx) =>
        recordFamilyPayment(
          trx,
          actor,
          bill.payer_parent_id,
          {
            ...{ method, amount, paid_on: today, reference_no: reference },
            lines: [{ invoice_id: bill.id, amount: 12_003 }],
          },
          { scope: everywhere, today, backdate_days: 30, by_hand: true },
        ),
      )
    const letGo = await hold('invoice', bill.id)
    // Both wait: the cash, which comes to RM120.05, and the transfer of the RM120.03 that the cash pays.
    const cash = Promise.allSettled([take(clerk, 'cash', 12_005, 'CEK 100200')])
    await waitForLocked(tenant, 1)
    const transfer = Promise.allSettled([take(admin, 'bank_transfer', 12_003, reference_no)])
    await waitForLocked(tenant, 2)
    await letGo()
    const [[first], [second]] = [await cash, await transfer]
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'payment.family_changed' } })
  })

  test('wait for the drawer with the transfer locked, also for the fee of a registration', async () => {
    const maths = await tenant.write(async (trx) => {
      const subject = await make.subject(trx, { branch_id: tenant.branch.id })
      const { id: fee_category_id } = await make.feeCategory(trx, { kind: 'registration' })
      const { id: fee_type_id } = await make.feeType(trx, { fee_category_id })
      await make.subjectFee(trx, {
        ...{ subject_id: subject.id, fee_type_id, frequency: 'one_off', amount_sen: 5_000 },
      })
      return subject
    })
    const input = newApplication({ students: [{ ...appliedChild(), subjects: wishes(maths.id) }] })
    const { id } = await submit(tenant, input)
    const letGo = await hold('cash_drawer')
    const fee = tenant.write((trx) =>
      receiveFee(
        trx,
        clerk,
        keysIn(tenant),
        { id, version: 1 },
        { method: 'bank_transfer', amount: 5_000, paid_on: today, reference_no, version: 1 },
        { scope: everywhere, today, backdate_days: 30 },
      ),
    )
    await waitForLocked(tenant, 1)
    // Whoever comes with the same transfer waits for the first clerk, and not the first clerk for them.
    const isLocked = await tenant.write(async (trx) => {
      const { locked } = await trx
        .selectNoFrom((eb) =>
          eb
            .not(
              eb.fn<boolean>('pg_try_advisory_xact_lock', [
                eb.fn('hashtextextended', [eb.val(`${tenant.place.schema}:transfer of 5000`), eb.lit(0)]),
              ]),
            )
            .as('locked'),
        )
        .executeTakeFirstOrThrow()
      return locked
    })
    await letGo()
    await fee
    expect(isLocked).toBe(true)
  })
})
