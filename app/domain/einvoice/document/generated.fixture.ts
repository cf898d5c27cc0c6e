import fc from 'fast-check'
import { lineAmount, percentOf } from '#app/domain/core/money.ts'
import { documentTypes, documentVersions } from '../words.ts'
import type { DocumentLine, EInvoice, LineTax, TaxType } from './document.ts'
import { parent, school, trainer } from './test-support.ts'

/** Letters of several scripts, quotes, emoji, and what must not arrive: control characters and halves of characters. */
const words = fc.oneof(
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9 '&<>"/.,()-]{0,40}$/),
  fc.constantFrom(
    '陈美玲',
    'Ñurul\n"Ali"',
    'நூருல்',
    'نور\u200f',
    'A\u0000b\tc',
    '🎓 Prize',
    'x\ud800y',
    'a  b ',
  ),
)
const sen = fc.integer({ min: 1, max: 5_000_000 })

const taxKinds: readonly [TaxType, number][] = [
  ['06', 0],
  ['02', 600],
  ['02', 800],
  ['01', 1_000],
  ['E', 600],
]

const line: fc.Arbitrary<DocumentLine> = fc
  .record({
    description: words,
    classifications: fc.constantFrom(['010'], ['002'], ['022', '010']),
    quantity: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100_000 })),
    price: sen,
    percent: fc.constantFrom(0, 0, 1_000, 3_333, 9_999),
    tax: fc.constantFrom(...taxKinds),
    unit: fc.constantFrom(undefined, 'C62', 'MON'),
  })
  .map(({ description, classifications, quantity, price, percent, tax: [type, rateBp], unit }) => {
    const subTotalSen = lineAmount(quantity, price)
    const off = percentOf(subTotalSen, percent)
    const amountSen = subTotalSen - off
    const tax: LineTax = {
      ...{ type, rateBp, taxableSen: amountSen, taxSen: type === '06' ? 0 : percentOf(amountSen, rateBp) },
      ...(type === 'E' && { exemption: 'Disability card' }),
    }
    return {
      ...{ description, classifications, quantityHundredths: quantity, unit, priceSen: price },
      ...{ subTotalSen, amountSen, taxes: [tax] },
      ...(off > 0 && { discount: { sen: off, reason: 'Sibling discount' } }),
    }
  })

const originals = fc.array(
  fc.record({
    number: fc.stringMatching(/^INV-[0-9]{1,8}$/),
    uuid: fc.constantFrom(null, 'F3N8Q1ZC7W5M2K9TB4X6R0HDV1', 'A3N8Q1ZC7W5M2K9TB4X6R0HDV2'),
  }),
  { minLength: 1, maxLength: 3 },
)

/** Invoices and notes of all kinds that somebody might issue, with names in many scripts. */
export const generated: fc.Arbitrary<EInvoice> = fc
  .record({
    type: fc.constantFrom(...documentTypes),
    version: fc.constantFrom(...documentVersions),
    number: fc.stringMatching(/^[A-Z]{1,4}-[0-9]{1,10}$/),
    issuedAt: fc.date({ min: new Date('2026-10-23'), max: new Date('2035-01-01'), noInvalidDate: true }),
    currency: fc.constantFrom('MYR', 'MYR', 'USD'),
    exchangeRate: fc.constantFrom('4.72', '0.000300', '123456789.123456'),
    period: fc.constantFrom(undefined, { from: '2026-12-01', to: '2026-12-31', frequency: 'Monthly' }),
    billReference: fc.constantFrom(undefined, 'BILL-7', ''),
    name: words.filter((text) => text.trim() !== ''),
    email: fc.constantFrom(undefined, '', 'aminah@contoh.example'),
    sst: fc.constantFrom(undefined, 'NA', 'W10-1808-32000001;W10-1808-32000002'),
    paymentMode: fc.constantFrom(undefined, '01', '03'),
    prepaid: fc.option(
      fc.record({ sen, on: fc.constant('2026-10-01'), reference: fc.constantFrom('', 'RCP-1') }),
    ),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    originals,
    roundingSen: fc.constantFrom(undefined, 0, 0, 2, -2, 1),
  })
  .map(({ name, email, sst, prepaid, originals, ...rest }) => {
    const selfBilled = rest.type[0] === '1'
    const other = { ...(selfBilled ? trainer : parent), name, email }
    const issuer = { ...school, sst }
    return {
      ...rest,
      supplier: selfBilled ? other : issuer,
      buyer: selfBilled ? issuer : other,
      ...(rest.type[1] !== '1' && { originals }),
      ...(prepaid && { prepaid }),
    }
  })
