import { describe, expect, test } from 'vitest'
import { linesInWords, lineTemplateForm } from './line-template.ts'

const line = { description: 'Buku teks', quantity: '1', price: '20.00' }
const read = (...items: object[]) => lineTemplateForm.safeParse({ code: 'b1', name: 'Buku', items })
const said = (...items: object[]) =>
  read(...items).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('a line of a template', () => {
  test('is kept in hundredths and sen, and its price may be left open', () => {
    expect(read({ ...line, quantity: '1.5' }, { description: 'Bas', quantity: '2' }).data?.items).toEqual([
      {
        ...{ description: 'Buku teks', fee_type_id: null, quantity_hundredths: 150, price_sen: 2_000 },
        ...{ discount_sen: null, discount_reason: null },
      },
      {
        ...{ description: 'Bas', fee_type_id: null, quantity_hundredths: 200, price_sen: null },
        ...{ discount_sen: null, discount_reason: null },
      },
    ])
  })

  test('has a discount with its reason, and one of nothing is none', () => {
    expect(read({ ...line, discount: '5', discount_reason: 'Pukal' }).data?.items).toMatchObject([
      { discount_sen: 500, discount_reason: 'Pukal' },
    ])
    expect(read({ ...line, discount: '0.00', discount_reason: 'Pukal' }).data?.items).toMatchObject([
      { discount_sen: null, discount_reason: null },
    ])
  })

  test.each([
    [
      { ...line, discount: '20.01', discount_reason: 'Pukal' },
      ['items.0.discount invoice.discount_too_large'],
    ],
    [{ ...line, discount: '5' }, ['items.0.discount_reason invoice.discount_reason']],
    [{ ...line, quantity: '0' }, ['items.0.quantity invoice.quantity']],
    [{ ...line, price: '1000000.01' }, [expect.stringContaining('items.0.price input.amount_above')]],
  ])('%o is refused at its field', (odd, told) => {
    expect(said(odd)).toEqual(told)
  })
})

test('a template has one line at least and twenty at most', () => {
  const many = Array.from({ length: 21 }, () => line)
  expect(said()).toEqual(['items invoice.items_required'])
  expect(said(...many.slice(1))).toBeUndefined()
  expect(said(...many)).toEqual(['items line_template.items_too_many'])
})

test('lines in words tell quantity, price and discount', () => {
  const { items } = read(
    { ...line, quantity: '2', discount: '5', discount_reason: 'Pukal' },
    { description: 'Bas', quantity: '1' },
  ).data!
  expect(linesInWords(items, (key) => key)).toBe(
    'Buku teks 2 × RM20.00 − RM5.00; Bas 1 × line_template.price_open',
  )
})
