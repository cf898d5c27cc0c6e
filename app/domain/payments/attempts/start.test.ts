import { expect, test } from 'vitest'
import { TEXT_RULES } from '#app/integrations/fpx/text.ts'
import { newOrderNo } from './start.ts'

test('an order number is one that FPX takes, and no two are the same', () => {
  const numbers = Array.from({ length: 1_000 }, newOrderNo)
  for (const number of numbers) {
    expect(number).toMatch(/^LN(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(number).toMatch(TEXT_RULES.order_no.allowed)
    expect(number.length).toBeLessThanOrEqual(TEXT_RULES.order_no.max)
  }
  expect(new Set(numbers).size).toBe(1_000)
})
