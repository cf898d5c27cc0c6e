import { appointmentLetter } from '#app/domain/giving/zakat-appointments/zakat-letter.ts'
import { bankChangeLetter } from '#app/domain/organisation/bank-changes/bank-change-letter.ts'
import { failures } from '#app/domain/payments/credit-refunds/by-chip/failure.ts'
import { failedRefundLetter } from '#app/domain/payments/credit-refunds/failed-refund-letter.ts'
import { payoutDayLetter } from '#app/domain/platform/payouts/payout-day-letter.ts'
import { payoutLetter } from '#app/domain/platform/payouts/payout-letter.ts'

type Setting = Omit<Parameters<typeof appointmentLetter>[1], 'reader' | 'days'>

/** What an organisation is told of what it has laid before the operator. */
export function decidedLetters(name: string, setting: Setting) {
  return [
    ...(
      [
        ['confirmed', null],
        ['refused', null],
        ['confirmed', 7],
        ['confirmed', 0],
      ] as const
    ).map(([status, days]) => ({
      kind: `authority ${status} ${days}`,
      writer: 'appointmentLetter',
      letter: appointmentLetter(
        {
          ...{ zakat_type_id: 'x2e', type_name: name, authority: name, appointment_no: '17', status },
          ...{ valid_from: '2026-01-01', valid_to: '2026-12-31' },
          decision_reason: status === 'refused' ? 'Nombor tidak wujud' : null,
        },
        { ...setting, reader: name, days },
      ),
    })),
    ...(['asked', 'confirmed', 'refused', 'withdrawn'] as const).map((moment) => ({
      kind: `bank account ${moment}`,
      writer: 'bankChangeLetter',
      letter: bankChangeLetter(
        {
          ...{ bank_name: 'Maybank', account_name: name, last_four: '4321', asker: name },
          decision_reason: moment === 'refused' ? 'Nombor dalam surat lain' : null,
        },
        { ...setting, reader: name, moment },
      ),
    })),
    ...failures.map((code) => ({
      kind: `refund failed ${code}`,
      writer: 'failedRefundLetter',
      letter: failedRefundLetter(
        {
          ...{ id: 'x30', number: 'RF-26-000001', amount_sen: 12_34, family: name },
          failure: { code, words: code === 'refused' ? name : null },
        },
        { ...setting, reader: name },
      ),
    })),
    ...(['confirmed', 'refused'] as const).map((moment) => ({
      kind: `payout day ${moment}`,
      writer: 'payoutDayLetter',
      letter: payoutDayLetter(
        {
          ...{ payout_frequency: 'monthly', payout_day: 12, asker: name },
          decision_reason: moment === 'refused' ? name : null,
        },
        { ...setting, reader: name, organisation: name, moment },
      ),
    })),
    ...(['paid', 'failed'] as const).map((moment) => ({
      kind: `payout ${moment}`,
      writer: 'payoutLetter',
      letter: payoutLetter(
        {
          ...{ id: 'x2f', number: 'PO-26-000001', net_sen: 240_00, payout_on: '2026-02-04' },
          ...{ period_start: '2026-01-26', period_end: '2026-02-01', bank_name: 'Maybank' },
          ...{ account_name: name, account_number: '•••• 4321' },
          ...(moment === 'paid'
            ? { bank_reference: 'M2E-1', paid_on: '2026-02-04', fail_reason: null }
            : { bank_reference: null, paid_on: null, fail_reason: name }),
        },
        { ...setting, organisation: setting.organisation.name, reader: name, moment },
      ),
    })),
  ]
}
