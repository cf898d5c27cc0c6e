import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { bankAccountEditor } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import type { PayoutSchedule } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { dayRequest } from './day-requests.ts'
import { payoutDayWords } from './payout.ts'

type Told = PayoutSchedule & {
  asker: string
  decision_reason: string | null
  moment: 'confirmed' | 'refused'
}

/** To who keeps the bank account of an organisation: another payout day that was asked for is its own now, or is not. */
export const payoutDayLetter = defineLetter<'payout.mail_day', Told>({
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
