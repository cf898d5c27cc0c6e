import { parseWithZod } from '@conform-to/zod/v4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { parseQuantity, plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { cancelForm } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { invoiceForm } from './invoice.ts'

const good = {
  due_on: '2026-02-07',
  'items[0].description': 'Yuran Januari',
  'items[0].quantity': '1',
  'items[0].price': '120.00',
}

function sent(changes: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...good, ...changes })) form.append(name, value)
  return parseWithZod(form, { schema: invoiceForm, error: formErrorMap })
}

test('a line is read in hundredths and sen', () => {
  const submission = sent({
    'items[0].quantity': '1.5',
    'items[0].price': '1,234.50',
    'items[0].discount': '0.50',
    'items[0].discount_reason': 'Adik-beradik',
  })
  expect(submission).toMatchObject({
    status: 'success',
    value: { step: 'draft', items: [{ quantity: 150, price: 123_450, discount: 50 }] },
  })
})

test.each([
  ['items[0].quantity', '0', 'invoice.quantity'],
  ['items[0].quantity', '1.234', 'invoice.quantity'],
  ['items[0].quantity', '10000', 'invoice.quantity'],
  ['items[0].quantity', '-1', 'invoice.quantity'],
  ['items[0].price', 'abc', 'input.amount'],
  ['items[0].price', '-1', 'input.amount_negative'],
  ['items[0].price', '', 'input.required'],
  ['items[0].description', ' ', 'input.required'],
  ['items[0].description', 'x'.repeat(201), 'input.too_long|{"max":200}'],
  ['due_on', '2026-02-30', 'input.date'],
  ['due_on', '', 'input.required'],
])('%s = "%s" is refused', (field, value, code) => {
  expect(sent({ [field]: value }).reply().error?.[field]).toEqual([code])
})

test('a discount needs a reason and is not larger than its line', () => {
  const { error } = sent({ 'items[0].discount': '120.01' }).reply()
  expect(error).toEqual({
    'items[0].discount': ['invoice.discount_too_large'],
    'items[0].discount_reason': ['invoice.discount_reason'],
  })
  const all = sent({ 'items[0].discount': '120', 'items[0].discount_reason': 'Biasiswa' })
  expect(all.status).toBe('success')
})

test('an invoice has 1 to 50 lines', () => {
  const form = new FormData()
  form.append('due_on', '2026-02-07')
  const none = parseWithZod(form, { schema: invoiceForm, error: formErrorMap })
  expect(none.reply().error).toHaveProperty('items')
  const many = Object.fromEntries(
    Array.from({ length: 51 }, (_, index) => [
      [`items[${index}].description`, 'Yuran'],
      [`items[${index}].quantity`, '1'],
      [`items[${index}].price`, '1'],
    ]).flat(),
  )
  expect(sent(many).reply().error).toEqual({ items: ['invoice.items_too_many'] })
})

test('a quantity reads as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (hundredths) => {
      expect(parseQuantity(plainQuantity(hundredths))).toBe(hundredths)
    }),
  )
  expect(plainQuantity(1_000)).toBe('10')
  expect(plainQuantity(150)).toBe('1.5')
})

test('a reason has 10 to 300 characters that say something', () => {
  const reason = (text: string) => cancelForm.safeParse({ reason: text, version: '1' })
  expect(reason('salah     ').success).toBe(false)
  expect(reason('salah     x').success).toBe(false)
  expect(reason('x'.repeat(301)).error?.issues[0]?.message).toBe('invoice.reason')
  expect(reason('Dibilkan\ndua kali').data?.reason).toBe('Dibilkan dua kali')
})
