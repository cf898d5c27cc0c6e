import type { Kysely } from 'kysely'
import { formatDate } from '#app/domain/core/dates.ts'
import { purposeOfSeveral, type TitleFacts, titleFacts } from '#app/domain/core/invoicing/title.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import type { SlipStatus } from './transfer-slip.ts'

interface ReceivedSlip {
  number: string | null
  public_code: string
  title: TitleFacts
  amount_sen: number
  paid_on: string
  reference_no: string
}

interface RejectedSlip extends ReceivedSlip {
  decision_reason: string
}

/** A slip with its invoice, while it has this status. */
const slipWhile = (db: Kysely<DB>, id: string, status: SlipStatus) =>
  db
    .selectFrom('transfer_slip')
    .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
    .select(['transfer_slip.invoice_id', 'transfer_slip.amount_sen', 'transfer_slip.paid_on'])
    .select(['transfer_slip.reference_no', 'invoice.number', 'invoice.public_code', titleFacts.as('title')])
    .where('transfer_slip.id', '=', id)
    .where('transfer_slip.status', '=', status)

/** To who pays the invoice: the slip has arrived, and what happens next. None once it is decided or withdrawn. */
export const slipReceivedLetter = defineLetter<
  'transfer_slip.received',
  ReceivedSlip,
  ReceivedSlip & { invoice_id: string }
>({
  list: 'transfer-slip',
  load: (trx, { transfer_slip_id }) => slipWhile(trx, transfer_slip_id, 'requested').executeTakeFirst(),
  to: (trx, _payload, { invoice_id }) => invoiceRecipient(trx, invoice_id),

  compose: (slip, setting) =>
    mailAbout(slip, setting, {
      ...{ subject: 'received_subject', see: 'track' },
      paragraphs: (about) => [
        setting.t('mail.transfer_slip.received', { about }),
        setting.t('mail.transfer_slip.not_again'),
      ],
    }),
})

/** To who pays the invoice: the office did not find the transfer of a slip, or cannot read it, why, and where to upload another. */
export const transferSlipLetter = defineLetter<
  'transfer_slip.send',
  RejectedSlip,
  RejectedSlip & { invoice_id: string }
>({
  list: 'transfer-slip',
  load: (trx, { transfer_slip_id }) =>
    slipWhile(trx, transfer_slip_id, 'rejected')
      .select((eb) => eb.ref('transfer_slip.decision_reason').$notNull().as('decision_reason'))
      .executeTakeFirst(),
  to: (trx, _payload, { invoice_id }) => invoiceRecipient(trx, invoice_id),

  compose: (slip, setting) =>
    mailAbout(slip, setting, {
      ...{ subject: 'subject', see: 'see' },
      paragraphs: (about) => [
        setting.t('mail.transfer_slip.rejected', { about, reason: lineOf(slip.decision_reason, 300) }),
        setting.t('mail.transfer_slip.again'),
      ],
    }),
})

/** A mail about a slip; `subject` and `see` are keys of `mail.transfer_slip`. */
function mailAbout(
  slip: ReceivedSlip,
  setting: LetterSetting,
  { subject, see, paragraphs }: { subject: string; see: string; paragraphs: (about: string) => string[] },
): Letter {
  const { t, organisation, reader, origin } = setting
  const sender = senderOf(organisation)
  const about = aboutOf(slip, setting)
  return {
    subject: t(`mail.transfer_slip.${subject}`, { about, organisation: sender.name }),
    greeting: greetingOf(reader, t),
    paragraphs: paragraphs(about),
    ...factsOf(slip, setting),
    action: { label: t(`mail.transfer_slip.${see}`), url: origin + paths.payment.slip(slip.public_code) },
    sender: sender.lines,
    note: t('mail.invoice.note', { organisation: sender.name }),
  }
}

/** What the transfer was for; no child is named in a message about money owed. */
const aboutOf = ({ title }: ReceivedSlip, { t, locale }: LetterSetting) =>
  lineOf(purposeOfSeveral([title], { t, locale }))

const factsOf = (slip: ReceivedSlip, { t, locale }: LetterSetting): Pick<Letter, 'figure' | 'facts'> => ({
  figure: { label: t('transfer_slip.amount_sen'), value: formatRinggit(slip.amount_sen) },
  facts: [
    { label: t('transfer_slip.invoice'), value: slip.number ?? '' },
    { label: t('transfer_slip.paid_on'), value: formatDate(slip.paid_on, locale) },
    { label: t('transfer_slip.reference_no'), value: lineOf(slip.reference_no) },
  ],
})
