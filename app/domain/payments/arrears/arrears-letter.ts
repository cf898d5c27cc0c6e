import { type Kysely, sql, type Transaction } from 'kysely'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, formatDate, startOfMonth, todayIn } from '#app/domain/core/dates.ts'
import { arrearsBuckets, bucketOn, lateBuckets } from '#app/domain/core/invoicing/buckets.ts'
import { invoicesIn, owed } from '#app/domain/core/invoicing/invoice.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { atTime } from '#app/domain/payments/reminders/schedule.ts'
import { enqueueEach } from '#app/outbox/enqueue.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { longSilence } from './contact.ts'

/** Arrears by age as on the dashboard: families, sum, oldest due date, and families without a recent contact. */
interface ArrearsSummary {
  buckets: { bucket: (typeof arrearsBuckets)[number]; families: number; owed_sen: number }[]
  late: {
    families: number
    owed_sen: number
    oldest_due_on: string | null
    /** Families without a recent contact. */
    silent: number
  }
}

/** The day of the month of the mail, and the last day for a missed one. */
const firstDay = 3
const lastDay = 10

/**
 * Enqueues the monthly mails from the third day at nine, once, however often it runs; a missed day is made up for within a
 * week. Returns the number of recipients.
 */
export async function enqueueArrearsMails(trx: Transaction<DB>, now: Date): Promise<number> {
  const today = todayIn(now)
  const day = Number(today.slice(8))
  if (day < firstDay || day > lastDay || now < atTime(today, '09:00')) return 0
  const month = startOfMonth(today)
  const asked = await trx
    .insertInto('arrears_mail')
    .values({ month })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (!asked) return 0
  const readers = await arrearsReaders(trx).execute()
  await enqueueEach(
    trx,
    'arrears.mail',
    readers.map(({ id: user_id }) => ({ user_id, month })),
  )
  return readers.length
}

/** Recipients of the arrears summary: accounts responsible for the whole organisation. */
function arrearsReaders(db: Kysely<DB>) {
  return notifiableAccounts(db).where(sql<boolean>`roles && array['superadmin', 'admin']`)
}

/**
 * The monthly summary of arrears by age for managers, with the figures of the moment. It names no family. None if nothing is
 * overdue.
 */
export const arrearsLetter = defineLetter<'arrears.mail', ArrearsSummary>({
  list: 'arrears',
  noReply: true,
  async load(trx) {
    const summary = await arrearsSummary(trx, currentDay())
    return summary.late.owed_sen === 0 ? undefined : summary
  },
  to: (trx, { user_id }) => recipientAmong(arrearsReaders(trx), user_id),

  compose({ buckets, late }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const line = (families: number, sen: number) =>
      t('mail.arrears.line', { count: families, amount: formatRinggit(sen) })
    const oldest = late.oldest_due_on
    return {
      subject: t('mail.arrears.subject', { amount: formatRinggit(late.owed_sen), organisation: sender.name }),
      greeting: greetingOf(reader, t),
      paragraphs: [t('mail.arrears.text', { count: late.families })],
      figure: { label: t('mail.arrears.late'), value: formatRinggit(late.owed_sen) },
      facts: [
        ...buckets
          .filter(({ owed_sen }) => owed_sen > 0)
          .map(({ bucket, families, owed_sen }) => ({
            label: t(`dashboard.buckets.${bucket}`),
            value: line(families, owed_sen),
          })),
        ...(oldest ? [{ label: t('mail.arrears.oldest'), value: formatDate(oldest, locale) }] : []),
        ...(late.silent > 0
          ? [
              {
                label: t('mail.arrears.silent', { days: longSilence }),
                value: t('mail.arrears.families', { count: late.silent }),
              },
            ]
          : []),
      ],
      action: { label: t('mail.arrears.see'), url: origin + paths.arrears() },
      sender: sender.lines,
      note: t('mail.arrears.note', { organisation: sender.name }),
    }
  },
})

export async function arrearsSummary(db: Kysely<DB>, today: string): Promise<ArrearsSummary> {
  const open = invoicesIn(db, everywhere).where('invoice.status', 'in', ['unpaid', 'pending'])
  const [rows, late] = await Promise.all([
    open
      .select(bucketOn(today).as('bucket'))
      .select(sql<number>`count(distinct invoice.payer_parent_id)`.as('families'))
      .select(sql<number>`coalesce(sum(${owed}), 0)::bigint`.as('owed_sen'))
      .groupBy(sql`1`)
      .execute(),
    open
      .select(sql<number>`count(distinct invoice.payer_parent_id)`.as('families'))
      .select(sql<number>`coalesce(sum(${owed}), 0)::bigint`.as('owed_sen'))
      .select((eb) => eb.fn.min('invoice.due_on').as('oldest_due_on'))
      .select(
        sql<number>`count(distinct invoice.payer_parent_id) filter (where not exists (
          select from family_contact where parent_id = invoice.payer_parent_id
            and contacted_on >= ${addDays(today, -longSilence)}::date))`.as('silent'),
      )
      .where(sql<boolean>`${bucketOn(today)} = any(${lateBuckets}::text[])`)
      .executeTakeFirstOrThrow(),
  ])
  const buckets = arrearsBuckets.map(
    (bucket) => rows.find((row) => row.bucket === bucket) ?? { bucket, families: 0, owed_sen: 0 },
  )
  return { buckets, late }
}
