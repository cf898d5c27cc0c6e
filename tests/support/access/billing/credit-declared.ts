import type { Access } from '#app/server/routing/gate.ts'

/** What the routes of a family's credit ask for: credit notes, moves to another family and refunds. */
export const askedOfCredit: Record<string, Access> = {
  'tenant/credit-move/approve': 'credit_move.approve',
  'tenant/credit-move/list': 'credit_move.view',
  'tenant/credit-move/new': 'credit_move.request',
  'tenant/credit-move/reject': 'credit_move.approve',
  'tenant/credit-move/view': 'credit_move.view',
  'tenant/credit-move/withdraw': 'credit_move.request',
  'tenant/credit-note/approve': 'refund.approve',
  'tenant/credit-note/list': 'refund.view',
  'tenant/credit-note/new': { any: ['refund.create', 'refund.request'] },
  'tenant/credit-note/print': 'refund.view',
  'tenant/credit-note/reject': 'refund.approve',
  'tenant/credit-note/view': 'refund.view',
  'tenant/credit-note/withdraw': { any: ['refund.create', 'refund.request'] },
  'tenant/credit-note/write-off': { any: ['refund.create', 'refund.request'] },
  'tenant/credit-refund/approve': 'credit_refund.approve',
  'tenant/credit-refund/cancel': 'credit_refund.approve',
  'tenant/credit-refund/list': 'credit_refund.view',
  'tenant/credit-refund/new': 'credit_refund.request',
  'tenant/credit-refund/pay': 'credit_refund.pay',
  'tenant/credit-refund/print': 'credit_refund.print',
  'tenant/credit-refund/reject': 'credit_refund.approve',
  'tenant/credit-refund/reveal': 'credit_refund.pay',
  'tenant/credit-refund/view': 'credit_refund.view',
  'tenant/credit-refund/withdraw': 'credit_refund.request',
}
