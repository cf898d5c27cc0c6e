import { arrangementLetter } from '#app/domain/billing/arrangements/arrangement-letter.ts'
import { creditNoteLetter } from '#app/domain/billing/credit-notes/credit-note-letter.ts'
import { creditRefundLetter } from '#app/domain/payments/credit-refunds/credit-refund-letter.ts'
import { transferSlipLetter } from '#app/domain/payments/transfer-slips/transfer-slip-letter.ts'
import { studentChangeLetter } from '#app/domain/people/student-changes/student-change-letter.ts'

type Setting = Parameters<typeof creditNoteLetter>[1] &
  Parameters<typeof creditRefundLetter>[1] &
  Parameters<typeof arrangementLetter>[1]

/** What a family is told of its account, besides invoices and receipts. */
export const familyLetters = (name: string, setting: Setting) => [
  ...[0, 500].map((credit_sen) => ({
    kind: credit_sen > 0 ? 'credit note with credit' : 'credit note',
    writer: 'creditNoteLetter',
    letter: creditNoteLetter(
      {
        ...{ number: 'CN-26-000007', issued_on: '2026-01-31', total_sen: 2_000, credit_sen, payer: name },
        ...{ invoice: 'INV-26-000184', public_code: 'x2c', balance_sen: 22_500 },
      },
      setting,
    ),
  })),
  ...(['cash', 'bank_transfer'] as const).map((method) => ({
    kind: method === 'cash' ? 'refund in cash' : 'refund by transfer',
    writer: 'creditRefundLetter',
    letter: creditRefundLetter(
      {
        ...{ id: 'x2c', number: 'RF-26-000007', amount_sen: 2_000, paid_on: '2026-01-31', method },
        ...{
          bank_reference: method === 'cash' ? null : name,
          family: name,
          has_account: method !== 'cash',
        },
      },
      setting,
    ),
  })),
  ...[null, `${name} perlu membawa sijil lahir`].map((decision_reason) => ({
    kind: decision_reason ? 'change of a child that was rejected' : 'change of a child',
    writer: 'studentChangeLetter',
    letter: studentChangeLetter({ id: 'x2c', student: name, decision_reason }, { ...setting, reader: name }),
  })),
  {
    kind: 'transfer slip that was refused',
    writer: 'transferSlipLetter',
    letter: transferSlipLetter(
      {
        ...{ number: 'INV-26-000184', public_code: 'x2c', amount_sen: 12_000, paid_on: '2026-01-31' },
        ...{ reference_no: name, decision_reason: `Wang ${name} belum diterima` },
      },
      { ...setting, reader: name },
    ),
  },
  {
    kind: 'instalment plan',
    writer: 'arrangementLetter',
    letter: arrangementLetter(
      {
        ...{ name, family_code: '7KQ4MZ2P', total_sen: 25_000 },
        parts: [
          { due_on: '2026-02-15', amount_sen: 12_500 },
          { due_on: '2026-03-15', amount_sen: 12_500 },
        ],
      },
      setting,
    ),
  },
]
