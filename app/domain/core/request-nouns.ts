import type { Permission } from './access/access.ts'

/**
 * What one person asks for and another decides, and who decides. Everything about such a noun is called by its name: its
 * table, which holds who asked, who decided, when, and why not; its pages, sentences, refusals and entries in the audit
 * log.
 */
export const deciders = {
  arrangement: 'arrangement.approve',
  credit_move: 'credit_move.approve',
  credit_note: 'refund.approve',
  credit_refund: 'credit_refund.approve',
  fund_move: 'fund_move.approve',
  student_change: 'student.edit',
  student_discount: 'student_discount.approve',
  transfer_slip: 'payment.confirm_slip',
} as const satisfies Record<string, Permission>
export type RequestNoun = keyof typeof deciders
export const requestNouns = Object.keys(deciders) as RequestNoun[]
