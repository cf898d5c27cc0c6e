import type { RequestNoun } from '#app/domain/core/four-eyes/four-eyes.ts'
import { paths } from '#app/paths.ts'

interface RequestPaths {
  list(): string
  view(id: string): string
  approve(id: string): string
  reject(id: string): string
  withdraw(id: string): string
}

/** Where one finds what one person asks for and another decides of, and its verbs. */
export const requestPaths: Readonly<Record<RequestNoun, RequestPaths>> = {
  arrangement: paths.arrangement,
  credit_move: paths.creditMove,
  credit_note: paths.creditNote,
  credit_refund: paths.creditRefund,
  fund_move: paths.fundMove,
  student_change: paths.studentChange,
  student_discount: paths.studentDiscount,
  transfer_slip: paths.transferSlip,
}
