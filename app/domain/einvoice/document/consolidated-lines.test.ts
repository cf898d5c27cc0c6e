import { describe, expect, test } from 'vitest'
import { consolidateReceipts, type PooledReceipt } from './consolidated-lines.ts'
import { generalPublic } from './general-public.ts'
import { anInvoice, built, faultsIn, noTax, sixPercent } from './test-support.ts'

const no = (number: number) => `R${String(number).padStart(3, '0')}`
const receipt = (number: string, sen = 1_001): PooledReceipt => ({ number, taxes: [noTax(sen)] })
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => receipt(no(from + index), 1_001 + index))
const descriptions = (receipts: readonly PooledReceipt[]) =>
  consolidateReceipts(receipts)
    .documents.flat()
    .map(({ description }) => description)

test('a line holds an unbroken run of numbers, and a receipt that is left out breaks it', () => {
  const receipts = [...range(1, 50), ...range(52, 100)]
  const found = consolidateReceipts(receipts, [{ number: 'R051', reason: 'cancelled' }])
  const [lines = []] = found.documents
  expect(lines.map(({ description }) => description)).toEqual(['R001 - R050', 'R052 - R100'])
  expect(found.excluded).toEqual([{ number: 'R051', reason: 'cancelled' }])
  const paid = receipts.reduce((sum, { taxes }) => sum + taxes[0]!.taxableSen, 0)
  expect(lines.reduce((sum, { amountSen }) => sum + amountSen, 0)).toBe(paid)
  expect(found.netSen).toBe(paid)
  expect(faultsIn(anInvoice({ buyer: generalPublic, lines }))).toEqual([])
})

test('the order in which they come does not matter, nor do several series', () => {
  const receipts = ['B-2', 'A-010', 'A-009', 'B-1', 'gift', 'A-011'].map((number) => receipt(number))
  expect(descriptions(receipts)).toEqual(['A-009 - A-011', 'B-1 - B-2', 'gift'])
})

test.each([
  [['R098', 'R099', 'R100'], ['R098 - R100']],
  [['R999', 'R1000', 'R1001'], ['R999 - R1001']],
  [
    ['R9', 'R010'],
    ['R9', 'R010'],
  ],
  [
    ['RCP-26-1', 'RCP-27-2'],
    ['RCP-26-1', 'RCP-27-2'],
  ],
  [['RCP-26-000999', 'RCP-26-001000'], ['RCP-26-000999 - RCP-26-001000']],
])('%s are the lines %s', (numbers, lines) => {
  expect(descriptions(numbers.map((number) => receipt(number)))).toEqual(lines)
})

describe('tax', () => {
  test('is added up for each kind, as each receipt rounded it', () => {
    const receipts = [
      { number: 'R1', taxes: [noTax(500), sixPercent(1_001)] },
      { number: 'R2', taxes: [sixPercent(1_001)] },
      { number: 'R3', taxes: [sixPercent(1_001)] },
    ]
    const { documents, netSen, taxSen } = consolidateReceipts(receipts)
    expect(documents).toMatchObject([
      [
        {
          amountSen: 3_503,
          taxes: [
            { type: '06', taxableSen: 500, taxSen: 0 },
            { type: '02', taxableSen: 3_003, taxSen: 180 },
          ],
        },
      ],
    ])
    expect([netSen, taxSen]).toEqual([3_503, 180])
    expect(faultsIn(anInvoice({ buyer: generalPublic, lines: documents[0]! }))).toEqual([])
  })
})

describe('a document', () => {
  const gapped = (runs: number, taxes = [noTax(100)]) =>
    Array.from({ length: runs }, (_, index) => ({ number: no(2 * index), taxes }))

  test('has at most a hundred lines', () => {
    expect(consolidateReceipts(gapped(100)).documents.map(({ length }) => length)).toEqual([100])
    expect(consolidateReceipts(gapped(101)).documents.map(({ length }) => length)).toEqual([100, 1])
  })

  test('is not larger than the portal takes', () => {
    const reasons = Array.from({ length: 8 }, (_, index) => ({
      ...sixPercent(1_000, 'E'),
      exemption: `${index} ${'x'.repeat(290)}`,
    }))
    const { documents } = consolidateReceipts(gapped(100, reasons))
    expect(documents.length).toBeGreaterThan(1)
    expect(documents.flat()).toHaveLength(100)
    const bytes = documents.map((lines) =>
      Buffer.byteLength(
        JSON.stringify(built(anInvoice({ buyer: generalPublic, lines })).invoice.InvoiceLine),
      ),
    )
    for (const one of bytes) expect(one).toBeLessThanOrEqual(200_000)
    // nor smaller than it must be: another line would be too much
    expect(bytes[0]! + bytes[0]! / documents[0]!.length).toBeGreaterThan(200_000)
  })
})

test('a number twice, or too long to be described, is refused', () => {
  expect(() => consolidateReceipts([receipt('R1'), receipt('R1')])).toThrow(RangeError)
  expect(() => consolidateReceipts([receipt('R1')], [{ number: 'R1', reason: 'cancelled' }])).toThrow(
    RangeError,
  )
  expect(() => consolidateReceipts([receipt('x'.repeat(141))])).toThrow(RangeError)
  expect(descriptions([receipt(`${'x'.repeat(139)}1`), receipt(`${'x'.repeat(139)}2`)])[0]!.length).toBe(283)
})
