import { type Kysely, sql, type Transaction } from 'kysely'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { isLate } from './home.ts'

/** Days after which its trainer cannot confirm it any more; then the office's Home has it, and no mail helps. */
const lastDays = 7

/** Sessions on the mail, one by one. */
const most = 12

/** Who gives a session, else the main trainer of its class. */
const giver = sql<
  string | null
>`coalesce(class_session.trainer_user_id, (select subject_trainer.user_id from subject_trainer
  where subject_trainer.subject_id = class_session.subject_id and subject_trainer.duty = 'main' limit 1))`

/**
 * Reminds once of each session that is not confirmed 48 hours after its end: one mail to each trainer, with all that are late
 * now. Runs for one organisation; a run that is repeated reminds of nothing twice.
 */
export async function remindUnconfirmed(trx: Transaction<DB>, job: { id: string }): Promise<void> {
  const rows = await trx
    .updateTable('class_session')
    .set({ reminded_at: sql<Date>`now()` })
    .where('reminded_at', 'is', null)
    .where(isLate)
    .where(
      sql<boolean>`class_session.held_on >= (now() at time zone 'Asia/Kuala_Lumpur')::date - ${sql.lit(lastDays)}`,
    )
    .returning(['id', giver.as('user_id')])
    .execute()
  const of = Map.groupBy(
    rows.filter(({ user_id }) => user_id !== null),
    ({ user_id }) => user_id!,
  )
  for (const [user_id, sessions] of of) {
    const ids = sessions.map(({ id }) => id).sort()
    await enqueueFromJob(trx, job, 'marking.reminder', { user_id, ids }, user_id)
  }
}

interface LateSession {
  subject: string
  held_on: string
  starts: string
}

function stillLate(db: Kysely<DB>, ids: readonly string[]): Promise<LateSession[]> {
  return db
    .selectFrom('class_session')
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .select(['subject.name as subject', 'class_session.held_on'])
    .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
    .where(sql<boolean>`class_session.id = any(${ids}::uuid[])`)
    .where(isLate)
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .execute()
}

/** To a trainer: which of their sessions wait to be confirmed. Not sent once all of them are. */
export const markingLetter = defineLetter<'marking.reminder', readonly LateSession[]>({
  list: 'attendance',
  async load(trx, { ids }) {
    const rows = await stillLate(trx, ids)
    return rows.length > 0 ? rows : undefined
  },
  to: (trx, { user_id }) => recipientAmong(notifiableAccounts(trx), user_id),

  compose(rows, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { count: rows.length, organisation: sender.name }
    const rest = rows.length - most
    return {
      subject: t('mail.marking.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.marking.text', values),
        ...(rest > 0 ? [t('mail.marking.more', { count: rest })] : []),
      ],
      facts: rows.slice(0, most).map(({ subject, held_on, starts }) => ({
        label: lineOf(subject),
        value: `${formatDate(held_on, locale)}, ${formatClock(starts, locale)}`,
      })),
      action: { label: t('mail.marking.see'), url: origin + paths.dashboard() },
      sender: sender.lines,
      note: t('mail.marking.why', values),
    }
  },
})
