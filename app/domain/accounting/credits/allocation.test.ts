import { array, assert, constantFrom, integer, property, record, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocation.ts'

const owing = (id: string, balance_sen: number, status = 'unpaid') => ({ id, balance_sen, status })

test('money goes to the invoices in their order, each up to what it owes', () => {
  expect(allocate(250, [owing('a', 100), owing('b', 200)])).toEqual({
    allocations: [
      { invoice_id: 'a', amount_sen: 100 },
      { invoice_id: 'b', amount_sen: 150 },
    ],
    rest_sen: 0,
  })
})

test('an invoice that was paid or cancelled meanwhile takes nothing; the rest is left over', () => {
  const invoices = [owing('a', 0, 'paid'), owing('b', 300, 'cancelled'), owing('c', 100, 'pending')]
  expect(allocate(350, invoices)).toEqual({
    allocations: [{ invoice_id: 'c', amount_sen: 100 }],
    rest_sen: 250,
  })
})

test('no sen is lost or made, and no invoice gets more than it owes', () => {
  const invoice = record({
    id: uuid(),
    balance_sen: integer({ min: 0, max: 100_000_000 }),
    status: constantFrom('unpaid', 'pending', 'paid', 'cancelled'),
  })
  assert(
    property(integer({ min: 1, max: 300_000_000 }), array(invoice, { maxLength: 8 }), (money, invoices) => {
      const { allocations, rest_sen } = allocate(money, invoices)
      expect(allocations.reduce((sum, { amount_sen }) => sum + amount_sen, rest_sen)).toBe(money)
      expect(rest_sen).toBeGreaterThanOrEqual(0)
      for (const { invoice_id, amount_sen } of allocations) {
        const { balance_sen, status } = invoices.find(({ id }) => id === invoice_id)!
        expect(['unpaid', 'pending']).toContain(status)
        expect(amount_sen).toBeGreaterThan(0)
        expect(amount_sen).toBeLessThanOrEqual(balance_sen)
      }
    }),
  )
})
