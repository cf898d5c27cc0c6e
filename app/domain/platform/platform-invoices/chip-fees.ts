import type { TFunction } from 'i18next'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { addDays, addMonths, formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { dueDays, issuePlatformInvoice } from './issue-and-settle.ts'

const atATime = 50

/**
 * Bills the organisations for CHIP payments up to the end of last month that are not billed yet: one invoice per organisation
 * and month, announced by mail. Payments reported later go into the next invoice, listed under their own month. Works in
 * batches and returns the size of the batch; the caller repeats until it is 0. Runs in the platform's schema.
 * @param wordsOf translations by locale
 */
export async function issueChipFees(
  trx: Transaction<DB>,
  wordsOf: (locale: string) => TFunction,
  today: string,
): Promise<number> {
  const begin = startOfMonth(today)
  const period = addMonths(begin, -1)
  const owing = await trx
    .selectFrom('platform.entity as entity')
    .select(['entity.id', 'entity.default_locale'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('platform.ledger as line')
          .select('line.id')
          .whereRef('line.entity_id', '=', 'entity.id')
          .where('line.chip_fee_sen', '>', 0)
          .where('line.chip_fee_invoice_id', 'is', null)
          .where('line.collected_on', '<', begin),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('platform.platform_invoice as made')
            .select('made.id')
            .whereRef('made.entity_id', '=', 'entity.id')
            .where('made.kind', '=', 'chip_fee')
            .where('made.period', '=', period),
        ),
      ),
    )
    .orderBy('entity.id')
    .limit(atATime)
    .forUpdate('entity')
    .skipLocked()
    .execute()
  for (const { id, default_locale } of owing)
    await bill(trx, wordsOf(default_locale), { entity_id: id, locale: default_locale, period, begin, today })
  return owing.length
}

interface Bill {
  entity_id: string
  locale: string
  period: string
  begin: string
  today: string
}

async function bill(
  trx: Transaction<DB>,
  t: TFunction,
  { entity_id, locale, period, begin, today }: Bill,
): Promise<void> {
  // Marked before they are counted, since another worker may have billed them in the meantime.
  const lines = await trx
    .selectFrom('platform.ledger')
    .select(['id', 'chip_fee_sen as price_sen'])
    .select(sql<string>`date_trunc('month', collected_on)::date`.as('month'))
    .where('entity_id', '=', entity_id)
    .where('chip_fee_sen', '>', 0)
    .where('chip_fee_invoice_id', 'is', null)
    .where('collected_on', '<', begin)
    .orderBy('collected_on')
    .orderBy('id')
    .forUpdate()
    .execute()
  const alike = Map.groupBy(lines, ({ month, price_sen }) => `${month} ${price_sen}`)
  if (alike.size === 0) return
  const invoice = await issuePlatformInvoice(trx, {
    ...{ entity_id, kind: 'chip_fee', package_id: null, years: null, method: null, period },
    ...{ issued_on: today, due_on: addDays(today, dueDays), created_by: null },
    lines: [...alike.values()].map((some) => ({
      description: t('subscription.line_chip', { month: formatMonth(some[0]!.month, knownLocale(locale)) }),
      quantity: some.length,
      price_sen: some[0]!.price_sen,
      earns: 'transaction_fee',
    })),
  })
  await trx
    .updateTable('platform.ledger')
    .set({ chip_fee_invoice_id: invoice.id })
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .execute()
  const after = { number: invoice.number, period, total_sen: invoice.total_sen }
  const object = { type: 'platform_invoice', id: invoice.id, entity_id } as const
  await recordInBoth(trx, systemActor, 'platform_invoice.chip_fee_billed', object, { after })
  await enqueueFor(trx, 'subscription.notify_fee', [{ entity_id, payload: { invoice_id: invoice.id } }])
}

/** An unpaid invoice for CHIP payments. Runs in the organisation's schema, which sees only its own invoices. */
export const unpaidChipFee = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.platform_invoice')
    .select(['number', 'period', 'total_sen', 'due_on'])
    .where('id', '=', id)
    .where('kind', '=', 'chip_fee')
    .where('status', '=', 'unpaid')
    .$narrowType<{ period: string }>()
    .executeTakeFirst()
