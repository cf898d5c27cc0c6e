import type { Access } from '#app/server/routing/gate.ts'

/** What the routes of bank statements ask for. */
export const askedOfBank: Record<string, Access> = {
  'tenant/bank-line/accept': 'bank_statement.decide',
  'tenant/bank-line/assign': 'bank_statement.decide',
  'tenant/bank-line/ignore': 'bank_statement.decide',
  'tenant/bank-line/list': 'bank_statement.view',
  'tenant/bank-line/reopen': 'bank_statement.decide',
  'tenant/bank-line/undo': 'bank_statement.undo',
  'tenant/bank-line/view': 'bank_statement.view',
  'tenant/bank-statement/list': 'bank_statement.view',
  'tenant/bank-statement/map': 'bank_statement.upload',
  'tenant/bank-statement/new': 'bank_statement.upload',
  'tenant/bank-statement/remove': 'bank_statement.upload',
  'tenant/bank-statement/undo': 'bank_statement.undo',
  'tenant/bank-statement/view': 'bank_statement.view',
}
