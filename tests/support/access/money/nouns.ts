import { newId } from '#db/id.ts'
import { insert } from '#tests/support/database/factories.ts'
import type { Noun } from '../noun.ts'

/** Of the operator's pages about money. */
export const moneyNouns = {
  /** The fee of a payment through FPX, which the platform earns with its line. */
  earning: {
    platform: true,
    make: async (trx, { mark, entity_id }) => {
      const { id } = await insert(trx, 'platform.ledger', {
        ...{ id: newId(), entity_id, collection_id: newId(), collected_on: '2026-01-31', source: 'invoice' },
        ...{ method: 'fpx', reference: mark, gross_sen: 10_100, payer_fee_sen: 100, net_sen: 10_000 },
      })
      return trx
        .selectFrom('platform.revenue')
        .selectAll()
        .where('source_id', '=', id)
        .executeTakeFirstOrThrow()
    },
  },
} satisfies Record<string, Noun>
