import { everywhere } from '#app/domain/core/actor.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter, definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, PlatformLetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import { deskException, operatorException, tenantDesk } from './find-exceptions.ts'
import { operatorsToNotify, settlersToNotify, unattendedSums } from './raise-exception.ts'

interface Setting extends PlatformLetterSetting {
  /** The organisation concerned, else the platform. */
  organisation: string
  sender: string[]
  side: 'tenant' | 'main'
}

const desks = { tenant: paths.exception, main: paths.admin.exception }

interface ExceptionFacts {
  id: string
  kind: string
  order_no: string
  transaction_id: string | null
  amount_sen: number | null
  raised_at: Date
}

/** Exceptions open for a week. */
interface ReminderFacts {
  count: number
  sen: number
}

type LetterFacts = ExceptionFacts | ReminderFacts

/** To staff who may settle exceptions: one exception, or the daily reminder of the reader's own open ones. */
export const exceptionLetter = defineLetter<'exception.mail', LetterFacts>({
  list: 'payment-exception',
  noReply: true,
  load: async (trx, { user_id, exception_id }) =>
    exception_id
      ? deskException(trx, tenantDesk(everywhere), exception_id)
      : orNothing(await unattendedSums(trx, user_id)),
  to: (trx, { user_id }) => recipientAmong(settlersToNotify(trx), user_id),
  compose(facts, setting) {
    const { name, lines } = senderOf(setting.organisation)
    return compose(facts, { ...setting, organisation: name, sender: lines, side: 'tenant' })
  },
})

/** To an operator: one exception, or the daily reminder of unassigned ones; none if the platform has no mail server. */
export const operatorExceptionLetter = definePlatformLetter<'exception.mail_operator', OperatorFacts>({
  list: 'payment-exception',
  async load(trx, { exception_id }, { keys, environment }) {
    if (!environment.smtpUrl) return undefined
    return exception_id
      ? operatorException(trx, keys.ring, exception_id)
      : orNothing(await unattendedSums(trx))
  },
  async to(trx, { operator_id }) {
    const operator = await operatorsToNotify(trx).where('id', '=', operator_id).executeTakeFirst()
    return operator && recipientOf(operator)
  },
  compose: (facts, setting) =>
    compose(facts, {
      ...setting,
      organisation: 'entity' in facts ? (facts.entity ?? 'Lunas') : 'Lunas',
      sender: ['Lunas'],
      side: 'main',
    }),
})

type OperatorFacts = (ExceptionFacts & { entity: string | null }) | ReminderFacts

const orNothing = (unattended: ReminderFacts) => (unattended.count > 0 ? unattended : undefined)

const compose = (facts: LetterFacts, setting: Setting): Letter =>
  'count' in facts ? composeReminder(facts, setting) : composeOne(facts, setting)

/** It names no family. */
function composeOne(row: ExceptionFacts, setting: Setting): Letter {
  const { t, locale, organisation, origin, side } = setting
  const kind = t(`payment_exception.kinds.${row.kind}`)
  const facts = [
    { label: t('payment_exception.kind'), value: kind },
    { label: t('payment.order_no'), value: row.order_no },
    { label: t('payment.fpx_id'), value: row.transaction_id ?? '' },
    { label: t('payment_exception.raised_at'), value: formatInstant(row.raised_at, locale) },
  ]
  const amount = row.amount_sen === null ? t('payment_exception.no_amount') : formatRinggit(row.amount_sen)
  return {
    subject: t('mail.exception.subject', { kind, organisation }),
    greeting: greetingOf(setting.reader, t),
    paragraphs: [t(`payment_exception.what.${row.kind}`), t('mail.exception.text')],
    figure: { label: t('payment_exception.amount'), value: amount },
    facts: facts.filter(({ value }) => value !== ''),
    action: { label: t('mail.exception.see'), url: origin + desks[side].view(row.id) },
    sender: setting.sender,
    note: t('mail.exception.note', { organisation }),
  }
}

/** The daily reminder of exceptions open for a week: the reader's own, or unassigned ones. */
function composeReminder({ count, sen }: ReminderFacts, setting: Setting): Letter {
  const { t, organisation, origin, side } = setting
  return {
    subject: t('mail.exception.reminder', { count, organisation }),
    greeting: greetingOf(setting.reader, t),
    paragraphs: [t(`mail.exception.reminder_text_${side}`)],
    figure: { label: t('payment_exception.amount'), value: formatRinggit(sen) },
    facts: [{ label: t('payment_exception.plural'), value: String(count) }],
    action: {
      label: t('mail.exception.see_all'),
      url: origin + desks[side].list({ state: side === 'main' ? 'unowned' : 'unsettled' }),
    },
    sender: setting.sender,
    note: t('mail.exception.note', { organisation }),
  }
}
