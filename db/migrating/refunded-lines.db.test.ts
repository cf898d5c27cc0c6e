import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { confirmRefund } from '#app/domain/payments/payment-exceptions/change-exception.ts'
import { desk, openDesk } from '#app/domain/payments/payment-exceptions/test-support.ts'
import { asOwner } from '#db/owner.ts'
import { platformMigrations } from '#migrations/platform/index.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'

test('what an organisation had sent back is told from payments that it had taken back, in both books', async () => {
  const at = await openDesk()
  const { tenant } = at.shop
  const { payment_id } = await at.shop.cash((await at.shop.bill()).id, 5_000)
  await at.shop.takeBack(payment_id)
  const { id } = await at.secondDebit()
  await at.resolve(id, { decision: 'refunded', refunded_on: '2026-02-01', reference: 'MBB-1' })
  const owner = await tenant.actor('superadmin')
  const about = { environment: 'uat', ring, at: new Date('2026-02-01T02:00:00Z') }
  await tenant.write((trx) => confirmRefund(trx, owner, desk, id, about))

  const lines = await asOwner(tenant.database.ownerUrl, (db) =>
    db.transaction().execute(async (trx) => {
      await sql`set local search_path = ${sql.id(tenant.place.schema)}`.execute(trx)
      // as they stood before
      await sql`update collection set status = 'reversed' where gross_sen < 0`.execute(trx)
      await sql`update platform.ledger set status = 'reversed' where gross_sen < 0`.execute(trx)
      await tenantMigrations['0051_refunded_lines']!.up(trx)
      await platformMigrations['0014_refunded_lines']!.up(trx)
      return trx
        .selectFrom('collection')
        .innerJoin('platform.ledger as ledger', 'ledger.collection_id', 'collection.id')
        .select(['collection.gross_sen', 'collection.status', 'ledger.status as ledger_status'])
        .orderBy('collection.gross_sen')
        .execute()
    }),
  )
  const both = (status: string) => ({ status, ledger_status: status })
  expect(lines).toEqual([
    { gross_sen: -12_100, ...both('refunded') },
    { gross_sen: -5_000, ...both('reversed') },
    { gross_sen: 5_000, ...both('reversed') },
    { gross_sen: 12_100, ...both('collected') },
    { gross_sen: 12_100, ...both('collected') },
  ])
})
