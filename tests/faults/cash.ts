import type { Fault } from './fault.ts'

/** Cash: taken, rounded, paid out, and in the drawer. */
export const cashFaults: readonly Fault[] = [
  {
    about: '3 sen in cash are rounded down',
    file: 'app/domain/payments/counter/cash-rounding.ts',
    find: 'return above < leastCash ? -above : 5 - above',
    replace: 'return above <= leastCash ? -above : 5 - above',
    tests: ['counter/cash-rounding.test'],
  },
  {
    about: 'Cash is enough although it is less than the rounded sum',
    file: 'app/domain/payments/counter/till.ts',
    find: 'given < cash_sen',
    replace: 'given < amount',
    tests: ['counter.db'],
  },
  {
    about: 'A transfer at the counter is rounded like cash',
    file: 'app/domain/payments/counter/till.ts',
    find: "if (method !== 'cash') return { amount: typed, till: { drawer_id } }",
    replace: '',
    tests: ['counter.db'],
  },
  {
    about: 'Money of yesterday goes into the drawer of today',
    file: 'app/domain/payments/counter/till.ts',
    find: 'return paid_on === today ? lockOpenDrawer(trx, actor) : null',
    replace: 'return paid_on <= today ? lockOpenDrawer(trx, actor) : null',
    tests: ['drawer.db'],
  },
  {
    about: 'Cash that came in 5-sen coins leaves 2 sen owed',
    file: 'app/domain/payments/counter/till.ts',
    find: 'const amount = rounds && isRounded(typed, owed_sen) ? owed_sen : typed',
    replace: 'const amount = typed',
    tests: ['counter.db'],
  },
  {
    about: 'Two sen that are left cannot be paid in cash',
    file: 'app/domain/payments/counter/till.ts',
    find: 'amount < least && amount !== owed_sen',
    replace: 'amount < least',
    tests: ['counter.db'],
  },
  {
    about: 'Nothing in cash is taken as a payment of nothing',
    file: 'app/domain/payments/counter/till.ts',
    find: 'amount === 0 || ',
    replace: 'amount !== 0 && ',
    tests: ['counter.db'],
  },
  {
    about: 'A cheque of nothing passes its form',
    file: 'app/domain/payments/payments/payment.ts',
    find: "if (method === 'cash' || amount > 0) return",
    replace: 'if (amount >= 0) return',
    tests: ['counter.db'],
  },
  {
    about: 'Two sen of a family that are shared out as no coin are refused',
    file: 'app/domain/payments/payments/record-payment.ts',
    find: 'amount > 0 || pays_off ?',
    replace: 'amount > 0 ?',
    tests: ['counter.db'],
  },
  {
    about: 'A drawer moves cash for which there are no coins',
    file: 'app/domain/payments/drawers/change-drawer.ts',
    find: 'if (coins_sen !== amount)',
    replace: 'if (coins_sen < 0)',
    tests: ['drawer.db'],
  },
]
