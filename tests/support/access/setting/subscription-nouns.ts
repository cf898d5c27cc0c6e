import { newId } from '#db/id.ts'
import { insert, next, type Trx } from '../../database/factories.ts'
import { newEntity } from '../../database/new-entity.ts'
import type { Noun } from '../noun.ts'

/** Of an organisation that has no tables, so that nothing else of the test knows it. */
async function subscribedEntity(trx: Trx, mark: string) {
  const id = newId()
  const name = `t_${id.replaceAll('-', '_')}`
  const row = {
    id,
    schema_name: name,
    role_name: name,
    organisation_type: 'school',
    status: 'active',
    name: mark,
  }
  await trx
    .insertInto('platform.entity')
    .values({ ...newEntity({ subdomain: `langgan-${next()}` }), ...row })
    .execute()
  const sold = await insert(trx, 'platform.package', {
    ...{ id: newId(), code: `LANGGAN${next()}`, name: mark, yearly_fee_sen: 48_000, is_public: false },
  })
  const subscription = await insert(trx, 'platform.subscription', {
    ...{ id: newId(), entity_id: id, package_id: sold.id, credit: 10 },
    ...{ starts_on: '2026-01-01', expires_on: '2030-12-31' },
  })
  return { entity_id: id, package_id: sold.id, subscription }
}

/** What organisations have subscribed to, and what the platform bills for it. */
export const subscriptionNouns = {
  subscription: {
    platform: true,
    make: async (trx, { mark }) => (await subscribedEntity(trx, mark)).subscription,
  },
  platformInvoice: {
    platform: true,
    make: async (trx, { mark }) => {
      const { entity_id, package_id } = await subscribedEntity(trx, mark)
      const row = await insert(trx, 'platform.platform_invoice', {
        ...{ id: newId(), number: `PI-S${next()}`, entity_id, kind: 'renewal', package_id, years: 1 },
        ...{ issued_on: '2026-01-06', due_on: '2026-01-20', sub_total_sen: 48_000, total_sen: 48_000 },
      })
      await insert(trx, 'platform.platform_invoice_line', {
        ...{ invoice_id: row.id, position: 1, description: mark },
        ...{ quantity: 1, price_sen: 48_000, amount_sen: 48_000 },
      })
      return row
    },
  },
} as const satisfies Record<string, Noun>
