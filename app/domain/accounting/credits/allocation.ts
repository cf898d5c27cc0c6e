/** An invoice at the time of allocation; in sen. */
export interface Owing {
  id: string
  status: string
  balance_sen: number
}

export interface Split {
  allocations: { invoice_id: string; amount_sen: number }[]
  /** Not allocated to any invoice. */
  rest_sen: number
}

const payable = ['unpaid', 'pending']

/** Allocates money to invoices in their order, each up to its balance. Paid and cancelled invoices get nothing. */
export function allocate(money_sen: number, invoices: readonly Owing[]): Split {
  let rest_sen = money_sen
  const allocations = []
  for (const { id, status, balance_sen } of invoices) {
    const amount_sen = payable.includes(status) ? Math.min(rest_sen, balance_sen) : 0
    if (amount_sen > 0) allocations.push({ invoice_id: id, amount_sen })
    rest_sen -= amount_sen
  }
  return { allocations, rest_sen }
}

/**
 * Allocates money as entered by a person. Throws for more than there is; the database refuses more than an invoice's
 * balance.
 */
export function allocateShares(money_sen: number, allocations: Split['allocations']): Split {
  const rest_sen = money_sen - allocations.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
  if (rest_sen < 0) throw new RangeError('more is shared out than there is')
  return { allocations: [...allocations], rest_sen }
}
