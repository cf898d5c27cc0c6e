import type { Insertable, Transaction } from 'kysely'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { creditsFor } from '#app/domain/platform/message-credits/price.ts'
import { dueDays, issuePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { earnInvoice } from '#app/domain/platform/revenue/change-revenue.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Setting } from '../organisation.ts'
import { endsSoon } from './own-invoices.ts'

/** Late in the morning in Malaysia. */
const on = (day: string) => new Date(`${day}T02:30:00Z`)

/**
 * The message credits of the demo: those of each package, a top-up that is paid, one of the first organisation that is not,
 * and some that an operator gave.
 */
export async function addMessageCredits(
  trx: Transaction<DB>,
  { today, wordsOf }: Pick<Setting, 'today' | 'wordsOf'>,
): Promise<void> {
  const held = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .select(['entity.id as entity_id', 'entity.subdomain', 'entity.default_locale', 'starts_on'])
    .select('package.included_credit')
    .orderBy('starts_on')
    .orderBy('entity.subdomain')
    .execute()
  const enter = (line: Omit<Insertable<DB['platform.credit_entry']>, 'id'>) =>
    trx
      .insertInto('platform.credit_entry')
      .values({ id: newId(), ...line })
      .execute()
  for (const { entity_id, subdomain, starts_on, included_credit, default_locale } of held) {
    const t = wordsOf(knownLocale(default_locale))
    if (included_credit > 0)
      await enter({ entity_id, kind: 'included', delta: included_credit, created_at: on(starts_on) })
    // One that runs out of them.
    if (subdomain === endsSoon) continue
    const order = async (sen: number, issued_on: string) => {
      const { credits } = creditsFor(sen)
      const description = t('message_credit.line', { credits: formatCount(credits) })
      const { id } = await issuePlatformInvoice(trx, {
        ...{ entity_id, kind: 'credit_topup', package_id: null, years: null, method: null, credits },
        ...{ issued_on, due_on: addDays(issued_on, dueDays), created_by: null },
        lines: [{ description, quantity: 1, price_sen: sen }],
      })
      return { id, credits }
    }
    const bought_on = addDays(addMonths(starts_on, 1), 4)
    const { id, credits } = await order(100_00, bought_on)
    const paid = { status: 'paid', paid_on: bought_on, method: 'bank_transfer', reference: `IBG ${subdomain}` }
    await trx.updateTable('platform.platform_invoice').set(paid).where('id', '=', id).execute()
    await earnInvoice(trx, id, bought_on)
    const about = { about: 'platform_invoice', about_id: id, key: `invoice:${id}` }
    await enter({ entity_id, kind: 'topup', delta: credits, created_at: on(bought_on), ...about })
    if (subdomain !== 'demo') continue
    const reason = 'Ganti SMS yang gagal semasa gangguan gerbang'
    await enter({ entity_id, kind: 'grant', delta: 40, created_at: on(addMonths(starts_on, 2)), reason })
    await order(500_00, addDays(today, -1))
  }
}
