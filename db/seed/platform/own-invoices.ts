import type { Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import {
  dueDays,
  issuePlatformInvoice,
  type PlatformLine,
} from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { earnInvoice } from '#app/domain/platform/revenue/change-revenue.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { Setting } from '../organisation.ts'

/** Its year ends soon, so that its renewal is open. */
export const endsSoon = 'cahaya'

/** As the platform of the demo stands on its invoices: a seller at the sandbox of FPX, so that each can be paid there. */
const issuer = {
  ...{ name: 'Lunas Sdn Bhd', registration_number: '202601000001 (1400001-A)' },
  address: 'Aras 5, Menara Contoh\n50450 Kuala Lumpur',
  ...{ contact_phone: '03-5550 0100', contact_email: 'akaun@lunas.test' },
  transfer: 'SBI Bank A\nLunas Sdn Bhd\n5140 0000 1111',
  ...{ sst_number: undefined, fpx_seller_id: 'SE00000099' },
  ...{ rate_bp: 0, chip_fee: 50 },
}

/** What the platform has billed the organisations of the demo: their first year, which is paid, and one renewal, which is not. */
export async function addPlatformInvoices(
  trx: Transaction<DB>,
  { today, wordsOf }: Pick<Setting, 'today' | 'wordsOf'>,
): Promise<void> {
  await writeIssuer(trx, systemActor, issuer)
  const sold = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .select(['entity.id as entity_id', 'entity.subdomain', 'entity.default_locale', 'starts_on'])
    .select(['package.id as package_id', 'package.name', 'registration_fee_sen', 'yearly_fee_sen'])
    .orderBy('starts_on')
    .orderBy('entity.subdomain')
    .execute()
  for (const { entity_id, package_id, subdomain, starts_on, ...offer } of sold) {
    const t = wordsOf(knownLocale(offer.default_locale))
    const words = { package: offer.name }
    const yearly = {
      ...{ description: t('subscription.line_yearly', words), quantity: 1, price_sen: offer.yearly_fee_sen },
      earns: 'yearly_fee',
    } satisfies PlatformLine
    const first = {
      ...{ description: t('subscription.line_registration', words), quantity: 1 },
      ...{ price_sen: offer.registration_fee_sen, earns: 'registration_fee' },
    } satisfies PlatformLine
    const bill = { entity_id, package_id, years: 1, created_by: null }
    const { id, number } = await issuePlatformInvoice(trx, {
      ...{ ...bill, kind: 'registration', method: 'bank_transfer', lines: [first, yearly] },
      ...{ issued_on: starts_on, due_on: addDays(starts_on, dueDays) },
    })
    await trx
      .updateTable('platform.platform_invoice')
      .set({ status: 'paid', paid_on: starts_on, reference: `IBG ${number}` })
      .where('id', '=', id)
      .execute()
    await earnInvoice(trx, id, starts_on)
    if (subdomain !== endsSoon) continue
    await issuePlatformInvoice(trx, {
      ...{ ...bill, kind: 'renewal', method: null, lines: [yearly] },
      ...{ issued_on: today, due_on: addDays(today, dueDays) },
    })
  }
}
