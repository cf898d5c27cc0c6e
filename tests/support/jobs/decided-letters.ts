import { bankChangeLetter } from '#app/domain/mails/setting/bank-change.ts'
import { appointmentLetter } from '#app/domain/mails/zakat.ts'

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
      writer: 'zakat appointmentLetter',
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
      writer: 'bank-change bankChangeLetter',
      letter: bankChangeLetter(
        {
          ...{ bank_name: 'Maybank', account_name: name, last_four: '4321', asker: name },
          decision_reason: moment === 'refused' ? 'Nombor dalam surat lain' : null,
        },
        { ...setting, reader: name, moment },
      ),
    })),
  ]
}
