import { cancelInvoiceForm } from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { issuerForm } from '#app/domain/platform/platform-invoices/issuer.ts'
import { feePaidForm } from '#app/domain/platform/registrations/registration.ts'
import {
  creditForm,
  extendForm,
  freeForm,
  operatorRenewForm,
  renewForm,
  upgradeForm,
} from '#app/domain/platform/subscriptions/subscription.ts'
import { newId } from '#db/id.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { inDays, type Row, version } from '#tests/support/access/row.ts'
import { setCredits } from '#tests/support/database/credit-factories.ts'
import { insert, next, type Trx } from '#tests/support/database/factories.ts'
import { newEntity } from '#tests/support/database/new-entity.ts'

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
    ...{ id: newId(), entity_id: id, package_id: sold.id },
    ...{ starts_on: '2026-01-01', expires_on: '2030-12-31' },
  })
  await setCredits(trx, id, 10)
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

const why = 'Dipersetujui oleh pemilik'
/** There is none in the organisation of the test; what becomes of one is tried in a test of its own. */
const unbilled: Row = { params: [{ id: '0198f000-0000-7000-8000-00000000dead' }], absent: true }

/** What only the code of an invoice, or of its payment, leads to; all of it is tried in a test of its own. */
const unpaid: Row = { params: [{ code: 'abcdefghjkmnpqrstuvwxyz234' }], absent: true }

export const operatorSubscriptionRows: Record<string, Row> = {
  'main/billing/pay': unpaid,
  // Leads on to how the payment stands, which finds nothing.
  'main/billing/go': { params: unpaid.params!, leadsOn: true },
  'main/billing/status': unpaid,
  'main/subscription/renew': {
    of: 'subscription',
    form: (thing) => ({ ...version(thing), years: '1' }),
    schema: operatorRenewForm,
  },
  'main/subscription/extend': {
    of: 'subscription',
    form: (thing) => ({ ...version(thing), expires_on: inDays(900), reason: why }),
    schema: extendForm,
  },
  'main/subscription/credit': {
    of: 'subscription',
    form: (thing) => ({ ...version(thing), change: '5', reason: why }),
    schema: creditForm,
  },
  'main/subscription/setting': {
    form: () => ({ name: 'Lunas Sdn Bhd', rate_bp: '0', chip_fee: '0.50' }),
    schema: issuerForm,
  },
  'main/platform-invoice/paper': { of: 'platformInvoice', needs: () => 'admin.subscription.print' },
  'main/platform-invoice/download': { of: 'platformInvoice' },
  // Nobody has asked for it.
  'main/platform-invoice/file': { of: 'platformInvoice', absent: true },
  'main/platform-invoice/paid': {
    of: 'platformInvoice',
    form: (thing) => ({ ...version(thing), paid_on: '2026-01-06', reference: 'TT 4711' }),
    schema: feePaidForm,
  },
  'main/platform-invoice/cancel': {
    of: 'platformInvoice',
    form: (thing) => ({ ...version(thing), reason: why }),
    schema: cancelInvoiceForm,
  },
}

export const ownSubscriptionRows: Record<string, Row> = {
  'tenant/setting/subscription/renew': { schema: renewForm },
  'tenant/setting/subscription/upgrade': { schema: upgradeForm },
  'tenant/setting/subscription/free': { schema: freeForm },
  'tenant/setting/subscription/keep': { leadsOn: true },
  'tenant/setting/subscription/auto': { leadsOn: true },
  'tenant/setting/subscription/let-go': { params: unbilled.params!, leadsOn: true },
  'tenant/setting/subscription/print': unbilled,
  'tenant/setting/subscription/download': unbilled,
}
