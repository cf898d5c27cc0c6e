import type { Fault } from './fault.ts'

/** Amounts, roundings, sums, states of money, and what happens twice or at once. */
export const moneyFaults: readonly Fault[] = [
  {
    about: 'More credit may be moved than a family has',
    file: 'app/domain/accounting/credit-moves/change-credit-move.ts',
    find: 'if (sen > left)',
    replace: 'if (sen > left + 1)',
    tests: ['credit-move.db'],
  },
]
