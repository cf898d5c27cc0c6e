import { bankChangeLetter } from '#app/domain/mails/setting/bank-change.ts'

type Setting = Omit<Parameters<typeof bankChangeLetter>[1], 'reader' | 'moment'>

/** What is told of a bank account that was asked for. */
export const bankLetters = (name: string, setting: Setting) =>
  (['asked', 'confirmed', 'refused', 'withdrawn'] as const).map((moment) => ({
    kind: `bank account ${moment}`,
    writer: 'bank-change bankChangeLetter',
    letter: bankChangeLetter(
      {
        ...{ bank_name: 'Maybank', account_name: name, last_four: '4321', asker: name },
        decision_reason: moment === 'refused' ? 'Nombor dalam surat lain' : null,
      },
      { ...setting, reader: name, moment },
    ),
  }))
