import type { Transaction } from 'kysely'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { essentialFeatures, type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { endsSoon } from './own-invoices.ts'

const basic: FeatureCode[] = [...essentialFeatures, 'fpx']
const standard: FeatureCode[] = [
  ...basic,
  'recurring',
  'discount_rules',
  'bank_transfer',
  'online_registration',
  'attendance',
  'announcement_sms',
  'announcement_whatsapp',
  'infaq',
  'zakat',
  'reports_basic',
  'label_override',
]
const plus: FeatureCode[] = [
  ...standard,
  'fpx_b2b1',
  'chip',
  'statement_matching',
  'trainer_pay',
  'einvoice',
  'custom_domain',
  'custom_smtp',
  'branches',
  'reports_full',
  'audit_export',
]

interface Offer {
  code: string
  name: string
  fees: [registration: number, yearly: number, transaction: number]
  limits: [students: number | null, branches: number | null, staff: number | null]
  credit: number
  holds: readonly FeatureCode[]
}

/** What the platform of the demo sells; fees in sen. */
const offers: Offer[] = [
  { code: 'ASAS', name: 'Asas', fees: [0, 0, 150], limits: [50, 1, 3], credit: 0, holds: basic },
  {
    code: 'STANDARD',
    name: 'Standard',
    fees: [200_00, 480_00, 100],
    limits: [300, 1, 10],
    credit: 500,
    holds: standard,
  },
  {
    code: 'PLUS',
    name: 'Plus',
    fees: [300_00, 960_00, 100],
    limits: [1_000, 5, 30],
    credit: 1_500,
    holds: plus,
  },
  {
    code: 'ENTERPRISE',
    name: 'Enterprise',
    fees: [500_00, 2_400_00, 80],
    limits: [null, null, null],
    credit: 5_000,
    holds: featureCodes,
  },
]

/** By subdomain, where it is not the usual one: with four branches there are many colleagues. */
const bought: Record<string, string> = { cahaya: 'ENTERPRISE' }

/** Fills what the platform sells, and gives every demo organisation a running subscription. */
export async function addSales(trx: Transaction<DB>, today: string): Promise<void> {
  const packages = offers.map((offer, index) => ({ id: newId(), sort_order: index + 1, offer }))
  for (const { id, sort_order, offer } of packages) {
    const [registration_fee_sen, yearly_fee_sen, fee] = offer.fees
    const [student_limit, branch_limit, staff_limit] = offer.limits
    await trx
      .insertInto('platform.package')
      .values({
        id,
        code: offer.code,
        name: offer.name,
        registration_fee_sen,
        yearly_fee_sen,
        transaction_fee_sen: fee,
        transaction_fee_b2b1_sen: fee * 2,
        included_credit: offer.credit,
        student_limit,
        branch_limit,
        staff_limit,
        sort_order,
      })
      .execute()
    await trx
      .insertInto('platform.package_feature')
      .values(offer.holds.map((feature_code) => ({ package_id: id, feature_code })))
      .execute()
  }
  const packageOf = (subdomain: string) =>
    packages.find(({ offer }) => offer.code === (bought[subdomain] ?? 'PLUS'))!.id
  const yearOf = (starts_on: string) => ({
    starts_on,
    expires_on: addDays(addMonths(starts_on, 12), -1),
  })
  const running = yearOf(addMonths(startOfMonth(today), -4))
  const nearEnd = yearOf(addMonths(addDays(today, 51), -12))
  const entities = await trx.selectFrom('platform.entity').select(['id', 'subdomain']).execute()
  await trx
    .insertInto('platform.subscription')
    .values(
      entities.map(({ id, subdomain }) => ({
        id: newId(),
        entity_id: id,
        package_id: packageOf(subdomain),
        ...(subdomain === endsSoon ? nearEnd : running),
      })),
    )
    .execute()
}
