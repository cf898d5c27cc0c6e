import type { Kysely, Transaction } from 'kysely'
import { operatorsWho } from '#app/domain/core/access/operator-access.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { openBody } from '#app/domain/payments/attempts/gateway-messages.ts'
import { readStored } from '#app/integrations/fpx/answers.ts'
import type { Ending } from '#app/integrations/fpx/certificates/validity.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'

interface LastMessage {
  kind: string
  received_at: Date
  entity: string | null
  response_code: string | null
  certificate_fingerprint: string | null
}

interface ClockCheck {
  /** The time in the message. */
  sent_at: Date
  received_at: Date
  /** Seconds by which our clock is ahead of the message, transit included. */
  ahead: number
}

/** The last message signed by FPX, and the clock difference measured at its last direct call; null before there was any. */
export async function lastMessages(
  db: Kysely<DB>,
  ring: Keyring,
): Promise<{ last: LastMessage | null; clock: ClockCheck | null }> {
  const [last, direct] = await Promise.all([
    signed(db)
      .leftJoin('platform.entity', 'platform.entity.id', 'platform.gateway_message.entity_id')
      .select(['platform.gateway_message.kind', 'received_at', 'platform.entity.name as entity'])
      .select(['response_code', 'certificate_fingerprint'])
      .executeTakeFirst(),
    // Only direct calls: an answer to a status enquiry carries the time of the payment, which may be long past.
    signed(db)
      .select(['id', 'raw_body', 'body_sealed', 'received_at'])
      .where('kind', '=', 'direct')
      .executeTakeFirst(),
  ])
  return { last: last ?? null, clock: direct ? clockOf(openBody(ring, direct), direct.received_at) : null }
}

function signed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.gateway_message')
    .where('gateway', '=', 'fpx')
    .where('verified', '=', true)
    .orderBy('received_at', 'desc')
    .limit(1)
}

function clockOf(body: Buffer | null, received_at: Date): ClockCheck | null {
  const sent_at = body && readStored(body)?.txn_at
  if (!sent_at) return null
  return { sent_at, received_at, ahead: Math.round((received_at.getTime() - sent_at.getTime()) / 1_000) }
}

/** Enqueues a mail to each operator with access to FPX, once per certificate and warning step. Returns the number of new warnings. */
export async function warnOfExpiringCertificates(
  trx: Transaction<DB>,
  endings: readonly Ending[],
): Promise<number> {
  const fresh: Ending[] = []
  for (const ending of endings) {
    const { fingerprint, step: days } = ending
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('platform.certificate_warning')
      .values({ fingerprint, days })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) fresh.push(ending)
  }
  if (fresh.length === 0) return 0
  const operators = await operatorsWho(trx, 'admin.fpx.view').orderBy('id').execute()
  for (const { whose, fingerprint, subject, not_after } of fresh)
    for (const { id } of operators) {
      const about = { whose, fingerprint, subject, not_after: not_after.toISOString() }
      await enqueue(trx, 'fpx.warn', { operator_id: id, ...about })
    }
  return fresh.length
}

const day = 86_400_000

interface CertificateWarning {
  whose: 'fpx' | 'own'
  subject: string
  fingerprint: string
  not_after: Date
  at: Date
}

/** A certificate without a successor expires; `whose` says who has to renew it. */
export const certificateLetter = definePlatformLetter<'fpx.warn', CertificateWarning>({
  list: 'fpx',
  load: async (_trx, { operator_id: _, not_after, ...about }) => ({
    ...about,
    not_after: new Date(not_after),
    at: currentTime(),
  }),
  to: fpxOperator,

  compose({ whose, not_after, at, subject, fingerprint }, { t, locale, origin, reader }) {
    const count = Math.floor((not_after.getTime() - at.getTime()) / day)
    return {
      subject: count < 0 ? t('mail.fpx.subject_over') : t('mail.fpx.subject', { count }),
      greeting: greetingOf(reader, t),
      paragraphs: [t(`mail.fpx.${whose}`), t('mail.fpx.then')],
      figure: { label: t('mail.fpx.until'), value: formatInstant(not_after, locale) },
      facts: [
        { label: t('admin.fpx.subject'), value: subject },
        { label: t('admin.fpx.fingerprint'), value: fingerprint },
      ],
      action: { label: t('mail.fpx.see'), url: origin + paths.admin.fpx() },
      sender: ['Lunas'],
      note: t('mail.operator.note'),
    }
  },
})

export interface UnsavedMessage {
  order_no: string
  received_at: Date
}

/** Order numbers listed in the mail; of further ones it gives only the count. */
const most = 20

/** Enqueues one mail about all these messages to each operator with access to FPX. Runs in the platform's schema. */
export async function notifyUnsavedMessages(
  trx: Transaction<DB>,
  messages: readonly UnsavedMessage[],
): Promise<void> {
  const since = new Date(Math.min(...messages.map(({ received_at }) => received_at.getTime())))
  const about = {
    count: messages.length,
    since: since.toISOString(),
    order_nos: messages.slice(0, most).map(({ order_no }) => order_no),
  }
  for (const { id } of await operatorsWho(trx, 'admin.fpx.view').orderBy('id').execute())
    await enqueue(trx, 'fpx.unwritten', { operator_id: id, ...about })
}

interface UnsavedMessages {
  count: number
  order_nos: readonly string[]
  since: Date
}

/** Verified FPX messages, which browsers delivered, could not be saved for an hour. */
export const unsavedMessagesLetter = definePlatformLetter<'fpx.unwritten', UnsavedMessages>({
  list: 'fpx',
  load: async (_trx, { count, order_nos, since }) => ({ count, order_nos, since: new Date(since) }),
  to: fpxOperator,

  compose(about, { t, locale, origin, reader }) {
    return {
      subject: t('mail.fpx.unwritten.subject', { count: about.count }),
      greeting: greetingOf(reader, t),
      paragraphs: [t('mail.fpx.unwritten.what'), t('mail.fpx.unwritten.then')],
      figure: { label: t('mail.fpx.unwritten.since'), value: formatInstant(about.since, locale) },
      facts: [{ label: t('mail.fpx.unwritten.orders'), value: about.order_nos.join(', ') }],
      action: { label: t('mail.fpx.see'), url: origin + paths.admin.fpx() },
      sender: ['Lunas'],
      note: t('mail.operator.note'),
    }
  },
})

/** The operator as a recipient; undefined if they have left or lost access to FPX. */
async function fpxOperator(db: Kysely<DB>, { operator_id }: { operator_id: string }) {
  const operator = await operatorsWho(db, 'admin.fpx.view').where('id', '=', operator_id).executeTakeFirst()
  return operator && recipientOf(operator)
}
