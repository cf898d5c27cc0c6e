/** Green: every sen is where the books say that it is; red: a row, or the sum of all, says otherwise. */
export const equationStates = ['red', 'green'] as const

/** How a row breaks the books. */
export const equationFaults = [
  'line_missing',
  'payment_differs',
  'ledger_missing',
  'line_gone',
  'books_differ',
  'fee_missing',
  'fee_differs',
  'fee_unfounded',
  'payout_differs',
] as const
export type EquationFault = (typeof equationFaults)[number]

/** What the books of an organisation came to; money in sen. */
export interface Equation {
  lines: number
  gross_sen: number
  fees_sen: number
  paid_sen: number
  held_sen: number
  reversed_sen: number
  outside_sen: number
  /** By how much the money that came is more than where it is. */
  difference_sen: number
  /** Rows that break the books, and the first of them. */
  faults: number
  fault: EquationFault | null
  fault_id: string | null
  fault_reference: string | null
  fault_expected_sen: number | null
  fault_found_sen: number | null
}

export const isGreen = ({ faults, difference_sen }: Pick<Equation, 'faults' | 'difference_sen'>) =>
  faults === 0 && difference_sen === 0
