import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { bankAccountEditor } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { paths } from '#app/paths.ts'
import { ownPayout } from './find-payouts.ts'
import { type PayoutMoment, type PayoutSchedule, payoutDayWords } from './payout.ts'
import { dayRequest } from './payout-day.ts'

interface PayoutNews {
  id: string
  number: string
  net_sen: number
  payout_on: string
  period_start: string
  period_end: string
  bank_name: string | null
  account_name: string | null
  /** Masked. */
  account_number: string | null
  bank_reference: string | null
  paid_on: string | null
  fail_reason: string | null
  moment: PayoutMoment
}

/**
 * Tells those who manage an organisation's bank account that the bank has paid a payout, or why it has not. Like every mail
 * about that account it is sent by the platform's mail server.
 */
export const payoutLetter = defineLetter<'payout.mail', PayoutNews>({
  list: 'payout',
  sentBy: 'platform',
  load: async (trx, { payout_id, moment }) => ({ ...(await ownPayout(trx, payout_id)), moment }),
  to: (trx, { user_id }) => bankAccountEditor(trx, user_id),

  compose({ moment, ...row }, setting) {
    const { t, locale, origin, reader } = setting
    const organisation = lineOf(setting.organisation.name, 80)
    const [from, to] = [formatDate(row.period_start, locale), formatDate(row.period_end, locale)]
    const values = { organisation, number: row.number }
    const { bank_reference, paid_on, fail_reason } = row
    return {
      subject: t(`mail.payout.${moment}_subject`, values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t(`mail.payout.${moment}`, values),
        ...(moment === 'failed' && fail_reason !== null ? [lineOf(fail_reason, 300)] : []),
        ...(moment === 'failed' ? [t('mail.payout.again')] : []),
      ],
      figure: { label: t('payout.net'), value: formatRinggit(row.net_sen) },
      facts: [
        { label: t('payout.number'), value: row.number },
        { label: t('payout.period'), value: `${from} – ${to}` },
        { label: t('payout.payout_on'), value: formatDate(row.payout_on, locale) },
        { label: t('payout.bank_name'), value: lineOf(row.bank_name ?? '', 80) },
        { label: t('payout.account_name'), value: lineOf(row.account_name ?? '', 80) },
        { label: t('payout.account_number'), value: row.account_number ?? '' },
        ...(bank_reference === null
          ? []
          : [{ label: t('payout.bank_reference'), value: lineOf(bank_reference, 50) }]),
        ...(paid_on === null ? [] : [{ label: t('payout.paid_on'), value: formatDate(paid_on, locale) }]),
      ],
      action: { label: t('mail.payout.see'), url: origin + paths.payout.view(row.id) },
      sender: ['Lunas'],
      note: t('mail.payout.note', { organisation }),
    }
  },
})

type DayDecision = PayoutSchedule & {
  asker: string
  decision_reason: string | null
  moment: 'confirmed' | 'refused'
}

/** Tells those who manage an organisation's bank account that a requested payout day was accepted or refused. */
export const payoutDayLetter = defineLetter<'payout.mail_day', DayDecision>({
  list: 'payout',
  sentBy: 'platform',
  load: async (trx, { request_id, moment }) => ({ ...(await dayRequest(trx, request_id)), moment }),
  to: (trx, { user_id }) => bankAccountEditor(trx, user_id),

  compose({ moment, ...row }, setting) {
    const { t, origin, reader } = setting
    const organisation = lineOf(setting.organisation.name, 80)
    const values = { organisation, day: payoutDayWords(row, t) }
    return {
      subject: t(`mail.payout_day.${moment}_subject`, values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t(`mail.payout_day.${moment}`, values),
        ...(row.decision_reason === null ? [] : [lineOf(row.decision_reason, 300)]),
        t(`mail.payout_day.${moment}_next`),
      ],
      facts: [{ label: t('bank_change.asker'), value: lineOf(row.asker) }],
      action: { label: t('mail.payout_day.see'), url: origin + paths.setting.bank() },
      sender: ['Lunas'],
      note: t('mail.payout.note', { organisation }),
    }
  },
})
