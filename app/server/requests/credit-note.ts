import { approveNote, rejectNote, withdrawNote } from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditNote } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { askScope } from '#app/server/payments/credit-notes.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'credit_note',
  find: creditNote,
  shown: ({ kind, invoice, student, total_sen }, t) => ({
    subtitle: `${invoice ?? ''} · ${student}`,
    back: t(`credit_note.kinds.${kind}`),
    items: [{ label: t('credit_note.total_sen'), value: formatRinggit(total_sen) }],
  }),
})

export const creditNoteRequest = {
  approve: kit.approve(approveNote, ({ number, credit_sen }) => [
    credit_sen > 0 ? 'credit_note_approved_credit' : 'credit_note_approved',
    { number, amount: formatRinggit(credit_sen) },
  ]),
  reject: kit.decline('reject', rejectNote, ({ invoice }) => [
    'credit_note_rejected',
    { number: invoice ?? '' },
  ]),
  withdraw: kit.withdraw(askScope, withdrawNote, ({ invoice }) => [
    'credit_note_withdrawn',
    { number: invoice ?? '' },
  ]),
}
