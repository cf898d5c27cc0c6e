import { serviceTax } from '#app/domain/core/money.ts'
import { documentTypes } from '../words.ts'
import { buildDocument, documentText } from './build-document.ts'
import { checkDocument } from './check-document.ts'
import type { DocumentLine, EInvoice, LineTax, Party, TaxType } from './document.ts'
import type { Person } from './parties.ts'
import type { UblElement } from './ubl.ts'

/** Invented, as all people and organisations of tests. */
export const school: Party = {
  name: 'Tadika Contoh Sdn Bhd',
  tin: 'C1234567890',
  id: { type: 'BRN', value: '202001234567' },
  msic: { code: '85102', activity: 'Pre-primary education (Private)' },
  address: {
    lines: ['12 Jalan Contoh'],
    city: 'Petaling Jaya',
    postcode: '46000',
    state: '10',
    country: 'MYS',
  },
  phone: '+60312345678',
  email: 'pejabat@tadikacontoh.example',
}

export const parent: Party = {
  name: 'Aminah binti Contoh',
  tin: 'EI00000000010',
  id: { type: 'NRIC', value: '850101005678' },
  address: { lines: ['8 Jalan Rumah'], city: 'Shah Alam', postcode: '40000', state: '10', country: 'MYS' },
  phone: '+60123456789',
}

/** The same as the product knows them. No card has the place 00. */
export const aminah: Person = {
  name: 'Aminah binti Contoh',
  identity: { type: 'mykad', value: '850101005678' },
  address: { lines: ['8 Jalan Rumah'], city: 'Shah Alam', postcode: '40000', state: 'Selangor' },
  phone: '012-345 6789',
}

export function noTax(sen: number): LineTax {
  return { type: '06', rateBp: 0, taxableSen: sen, taxSen: 0 }
}

export function sixPercent(sen: number, type: TaxType = '02'): LineTax {
  return { type, rateBp: 600, taxableSen: sen, taxSen: serviceTax(sen) }
}

/** One piece at a price, without tax unless it is given. */
export function fee(sen: number, over: Partial<DocumentLine> = {}): DocumentLine {
  return {
    description: 'Tuition fee, December 2026',
    classifications: ['010'],
    quantityHundredths: 100,
    ...{ priceSen: sen, subTotalSen: sen, amountSen: sen, taxes: [noTax(sen)] },
    ...over,
  }
}

export function anInvoice(over: Partial<EInvoice> = {}): EInvoice {
  return {
    type: '01',
    version: '1.0',
    number: 'INV-26-000123',
    issuedAt: new Date('2026-12-01T01:00:00.000Z'),
    currency: 'MYR',
    supplier: school,
    buyer: parent,
    lines: [fee(231_000)],
    ...over,
  }
}

/** One of each kind: notes with an original, self-billed ones with the organisation as their buyer. */
export function oneOfEach(over: Partial<EInvoice> = {}): EInvoice[] {
  return documentTypes.map((type) => {
    const selfBilled = type[0] === '1'
    return anInvoice({
      ...{ type, ...over },
      ...(type[1] !== '1' && {
        originals: [{ number: 'INV-26-000100', uuid: 'F3N8Q1ZC7W5M2K9TB4X6R0HDV1' }],
      }),
      ...(selfBilled && { supplier: trainer, buyer: school }),
    })
  })
}

/** Teaches without a business, and comes from abroad. */
export const trainer: Party = {
  ...parent,
  name: 'Somchai Contoh',
  tin: 'EI00000000030',
  id: { type: 'PASSPORT', value: 'A1234567' },
  msic: { code: '00000', activity: 'NA' },
}

/** The codes of what is wrong. */
export const faultsIn = (document: EInvoice): (string | null)[] =>
  checkDocument(document).map(({ code }) => code)

/** Text and the invoice element, as it would arrive. */
export function built(document: EInvoice): { text: string; invoice: UblElement } {
  const text = documentText(buildDocument(document))
  return { text, invoice: JSON.parse(text).Invoice[0] }
}

/** The value of a leaf, by the first of each list on the way: `TaxTotal.TaxAmount`; undefined of none. */
export function valueAt(element: UblElement, path: string): unknown {
  let found: unknown = element
  for (const name of path.split('.')) found = (found as Record<string, unknown[]> | undefined)?.[name]?.[0]
  return (found as { _?: unknown } | undefined)?._
}
