import { sql, type Transaction } from 'kysely'
import {
  collect,
  reverseCollection,
  settleCollections,
} from '#app/domain/accounting/collections/change-collection.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { asOwner } from '#db/owner.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import type { DB } from '#db/types.ts'
import { next } from '#tests/support/database/factories.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { type Reconciliation, reconcileBooks } from './reconcile.ts'

export const lastDay = '2026-12-31'

/**
 * A year of an organisation: FPX payments with fees borne by payers or the organisation, CHIP and manual payments, some
 * reversed, some paid out, the last not settled yet. Returns the number of FPX payments.
 */
export async function aYear(tenant: Tenant, count: number): Promise<number> {
  const random = randomOf(`a year of ${tenant.place.schema.slice(0, 3)}`)
  let online = 0
  await tenant.write(async (trx) => {
    for (let index = 0; index < count; index++) {
      const on = addDays('2026-01-01', Math.floor((index * 364) / count))
      const method = random.pick(['fpx', 'fpx', 'fpx', 'fpx', 'chip', 'cash', 'bank_transfer'])
      if (method === 'fpx') online++
      await paidBy(trx, tenant, { method, on, random })
    }
    const back = await sql<{ payment_id: string }>`
      select payment_id from collection where gross_sen > 0
      order by row_number() over (partition by method = 'fpx' order by md5(id::text)), method limit ${Math.ceil(count / 15)}`.execute(
      trx,
    )
    for (const { payment_id } of back.rows) await reverseCollection(trx, payment_id, lastDay)
    await settleCollections(trx, lastDay)
    // The first half of the year is at the organisation's bank.
    for (const book of ['collection', 'platform.ledger'])
      await sql`update ${sql.table(book)} set status = 'paid_out'
        where status = 'settled' and collected_on < '2026-07-01'`.execute(trx)
  })
  return online
}

/** A payment through one of the ways, with its line in both books. */
export async function paidBy(
  trx: Transaction<DB>,
  tenant: Tenant,
  { method, on, random }: { method: string; on: string; random: ReturnType<typeof randomOf> },
) {
  const sen = random.int(100, 90_000)
  const fee = random.pick([100, 200])
  // The payer bears the fee, the organisation does, or each a part.
  const borne = random.pick([0, fee, 30])
  const [payer_fee_sen, tenant_fee_sen] = method === 'fpx' ? [fee - borne, borne] : [0, 0]
  const id = `E${String(next()).padStart(12, '0')}`
  const online =
    method === 'fpx' || method === 'chip'
      ? { gateway: method, gateway_environment: 'uat', gateway_transaction_id: id, gateway_order_no: id }
      : {}
  const row = await payment(trx, {
    ...{ branch_id: tenant.branch.id, method, paid_on: on, amount_sen: sen + payer_fee_sen, payer_fee_sen },
    ...online,
  })
  await collect(trx, {
    ...{ payment_id: row.id, branch_id: row.branch_id, source: 'invoice', method, collected_on: on },
    ...{ reference: row.number, gateway_transaction_id: row.gateway_transaction_id },
    ...{ gross_sen: row.amount_sen, payer_fee_sen, tenant_fee_sen },
  })
}

/** What the books come to after somebody with all rights has changed them; it is undone at once. */
export async function balanceAfter(tenant: Tenant, text: string): Promise<Reconciliation> {
  const undone = new Error('undone')
  let found: Reconciliation | undefined
  await asOwner(tenant.database.ownerUrl, (owner) =>
    owner
      .transaction()
      .execute(async (trx) => {
        const { schema, role } = tenant.place
        await sql`set local search_path = ${sql.id(schema)}`.execute(trx)
        await sql.raw(text.replaceAll('%entity', `'${tenant.entity.id}'`)).execute(trx)
        await sql`select set_config('role', ${role}, true)`.execute(trx)
        found = await reconcileBooks(trx)
        throw undone
      })
      .catch((error) => {
        if (error !== undone) throw error
      }),
  )
  return found!
}
