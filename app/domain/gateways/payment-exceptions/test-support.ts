import { beforeAll } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import type { ResolveInput } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { tenantDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { newTxn, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'

/** Those of an attempt as its organisation sees them, in the order in which they came. */
export const exceptionsOf = ({ tenant }: Shop, attempt_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('platform.payment_exception')
      .selectAll()
      .where('attempt_id', '=', attempt_id)
      .orderBy('raised_at')
      .orderBy('id')
      .execute(),
  )

export const desk = tenantDesk(everywhere)

/** A shop with what brings work to its desk, and who settles it. */
export async function openDesk() {
  const shop = await openShop()
  return {
    shop,

    async resolve(id: string, input: Partial<ResolveInput>, role: Role = 'admin', on = desk) {
      const actor = await shop.tenant.actor(role)
      const given = { decision: 'booked' as const, version: 1, ...input }
      const circumstances = {
        ...{ environment: 'uat', ring },
        at: new Date('2026-02-01T02:00:00Z'),
        today: '2026-02-01',
      }
      return shop.tenant.write((trx) => resolveException(trx, actor, on, id, given, circumstances))
    },

    async mismatch(given: Parameters<Shop['say']>[2] = { fpx_txnAmount: '100.00' }) {
      const bill = await shop.bill()
      const attempt = await shop.start([bill.public_code])
      const txn_id = newTxn()
      await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...given })
      const [row] = await exceptionsOf(shop, attempt.id)
      return { bill, attempt, txn_id, id: row!.id, row: row! }
    },

    async secondDebit() {
      const bill = await shop.bill()
      const attempt = await shop.start([bill.public_code])
      await shop.say(attempt, '00')
      await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn() })
      const [row] = await exceptionsOf(shop, attempt.id)
      return { bill, attempt, id: row!.id, row: row! }
    },

    /** What a family has to its credit, in sen. */
    async creditOf(parent_id: string) {
      const rows = await shop.tenant.read((db) =>
        db.selectFrom('credit_entry').select('delta_sen').where('parent_id', '=', parent_id).execute(),
      )
      return rows.reduce((sum, { delta_sen }) => sum + delta_sen, 0)
    },
  }
}

/** The desk of a test file and its shop, which are there once its tests begin. */
export function openDeskOnce(): { at: OpenDesk; shop: Shop } {
  const [at, shop] = [{} as OpenDesk, {} as Shop]
  beforeAll(async () => {
    Object.assign(at, await openDesk())
    Object.assign(shop, at.shop)
  })
  return { at, shop }
}

type OpenDesk = Awaited<ReturnType<typeof openDesk>>
