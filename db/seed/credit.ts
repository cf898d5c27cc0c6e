import { type Bill, owed } from './billing.ts'
import type { Pay } from './paying.ts'
import type { Household } from './people.ts'
import { add, type Stage } from './stage.ts'

/** What a family's credit paid of a bill, in sen. */
interface Spent {
  household: Household
  bill: Bill
  sen: number
  at: Date
}

/** How many families once paid a note too much at the counter. */
const many = 3
const tooMuch = 5_000
const used = 2_000

/**
 * Some families who still owe something had paid RM50.00 too much at the counter, and used RM20.00 of it since: from here
 * on that is paid, and their payment is the larger.
 */
export function spendCredit(bills: readonly Bill[], pays: readonly Pay[]): Spent[] {
  const open = bills.filter((bill) => bill.status === 'unpaid' && owed(bill) > used)
  const spent = open.flatMap((bill) => {
    const { household, created_at } = bill
    const paid = pays.findLast(
      (one) => one.household === household && one.method === 'cash' && !one.cancelled && one.at < created_at,
    )
    return paid ? [{ household, bill, sen: used, at: created_at, paid }] : []
  })
  return [...new Map(spent.map((one) => [one.household, one])).values()]
    .slice(0, many)
    .map(({ paid, ...one }) => {
      paid.credit_sen += tooMuch
      one.bill.paid_sen += used
      return one
    })
}

export function addSpentCredit(stage: Stage, spent: readonly Spent[]): void {
  for (const { household, bill, sen, at } of spent)
    add(stage, 'credit_entry', {
      ...{ id: stage.random.id(at), parent_id: household.payer.id, delta_sen: -sen, reason: 'applied' },
      ...{ payment_id: null, invoice_id: bill.id, created_at: at },
    })
}
