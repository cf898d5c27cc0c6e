import { chipFeeLetter } from '#app/domain/platform/subscriptions/chip-fee-letter.ts'
import { messageCreditLetter } from '#app/domain/platform/subscriptions/message-credit-letter.ts'
import { subscriptionLetter } from '#app/domain/platform/subscriptions/subscription-letter.ts'

type Setting = Omit<Parameters<typeof subscriptionLetter>[1], 'organisation' | 'reader'>

/** What the payments of a month by CHIP cost. */
const chipFee = (name: string, setting: Setting) => ({
  kind: 'payments by CHIP',
  writer: 'chipFeeLetter',
  letter: chipFeeLetter(
    { number: 'PI-26-000004', period: '2026-01-01', total_sen: 1_250, due_on: '2026-02-15' },
    { ...setting, organisation: name, reader: name },
  ),
})

/**
 * What payments by CHIP cost; of the end, before the last day, with an invoice that is open, on it and after it; and of
 * message credits of which few or none are left.
 */
export const subscriptionLetters = (name: string, setting: Setting) => [
  chipFee(name, setting),
  ...[30, 0, -3].map((days) => ({
    kind: 'end of a subscription',
    writer: 'subscriptionLetter',
    letter: subscriptionLetter(
      {
        ...{ package_name: name, expires_on: '2026-02-28', days },
        invoice: days > 0 ? { number: 'PI-26-000003', total_sen: 48_000, due_on: '2026-02-28' } : null,
      },
      { ...setting, organisation: name, reader: name },
    ),
  })),
  ...[99, 1, 0].map((credit) => ({
    kind: `${credit} message credits`,
    writer: 'messageCreditLetter',
    letter: messageCreditLetter(credit, { ...setting, organisation: name, reader: name }),
  })),
]
