/** As it is when the money comes, in sen. */
export interface Owing {
  id: string
  status: string
  balance_sen: number
}

export interface Split {
  allocations: { invoice_id: string; amount_sen: number }[]
  /** What no invoice could take. */
  rest_sen: number
}

const payable = ['unpaid', 'pending']

/** In order, each up to what it owes now; what one paid or cancelled meanwhile cannot take goes on to the next. */
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

/** As somebody has shared it out. Refuses more than there is; the database refuses more for an invoice than it comes to. */
export function allocateShares(money_sen: number, allocations: Split['allocations']): Split {
  const rest_sen = money_sen - allocations.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
  if (rest_sen < 0) throw new RangeError('more is shared out than there is')
  return { allocations: [...allocations], rest_sen }
}
