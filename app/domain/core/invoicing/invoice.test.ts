import { expect, test } from 'vitest'
import { invoiceStatuses, isOverdue, mayBecome, shownStatus, transitions, undatedStatus } from './invoice.ts'

test('an invoice lives from draft to paid or cancelled, and never back to a draft', () => {
  expect(mayBecome('unpaid')).toEqual(['draft', 'pending', 'paid'])
  expect(mayBecome('pending')).toEqual(['unpaid'])
  expect(mayBecome('paid')).toEqual(['unpaid', 'pending'])
  expect(mayBecome('cancelled')).toEqual(['unpaid'])
  expect(mayBecome('draft')).toEqual([])
  expect(transitions.cancelled).toEqual([])
  for (const status of invoiceStatuses) expect(transitions[status]).not.toContain(status)
})

test('an unpaid invoice is overdue from the day after its due date', () => {
  const due_on = '2026-01-31'
  expect(isOverdue({ status: 'unpaid', due_on }, '2026-01-31')).toBe(false)
  expect(isOverdue({ status: 'unpaid', due_on }, '2026-02-01')).toBe(true)
  for (const status of ['draft', 'pending', 'paid', 'cancelled'] as const)
    expect(shownStatus({ status, due_on, paid_sen: 0 }, '2026-12-31')).toBe(status)
})

test('an unpaid invoice with a payment is partly paid, and overdue once it is late', () => {
  const some = { status: 'unpaid', due_on: '2026-01-31', paid_sen: 1 }
  expect(shownStatus(some, '2026-01-31')).toBe('part_paid')
  expect(shownStatus(some, '2026-02-01')).toBe('overdue')
  expect(shownStatus({ ...some, paid_sen: 0 }, '2026-01-31')).toBe('unpaid')
  expect(undatedStatus(some)).toBe('part_paid')
  expect(undatedStatus({ ...some, status: 'pending' })).toBe('pending')
})
