import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { paths } from '#app/paths.ts'
import type { BankMoment } from './bank-change.ts'
import { bankAccountEditor, ownBankChange } from './find-bank-changes.ts'

interface BankNews {
  bank_name: string
  account_name: string
  last_four: string
  asker: string
  decision_reason: string | null
  moment: BankMoment
}

/**
 * Tells those who may change the bank account, and the organisation's contact, about a requested change or its decision, so
 * that a fraudulent request is noticed. It contains only the last digits of the number. Always sent by the platform's mail
 * server, since a person who may change the account may also set up the organisation's own server.
 */
export const bankChangeLetter = defineLetter<'bank.mail', BankNews>({
  list: 'bank-change',
  sentBy: 'platform',
  load: async (trx, { change_id, moment }) => ({ ...(await ownBankChange(trx, change_id)), moment }),
  to: (trx, { user_id }) => bankAccountEditor(trx, user_id),

  compose({ moment, ...row }, { t, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name }
    return {
      subject: t(`mail.bank_change.${moment}_subject`, values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t(`mail.bank_change.${moment}`, values),
        ...(moment === 'refused' && row.decision_reason ? [row.decision_reason] : []),
        ...(moment === 'refused' ? [] : [t('mail.bank_change.not_you')]),
      ],
      facts: [
        { label: t('bank_change.bank_name'), value: lineOf(row.bank_name) },
        { label: t('bank_change.account_name'), value: lineOf(row.account_name) },
        { label: t('bank_change.account_number'), value: `•••• ${row.last_four}` },
        { label: t('bank_change.asker'), value: lineOf(row.asker) },
      ],
      action: { label: t('mail.bank_change.see'), url: origin + paths.setting.bank() },
      sender: sender.lines,
      note: t('mail.bank_change.note', values),
    }
  },
})
