import lists from './codes.json' with { type: 'json' }

export type CodeList = keyof typeof lists

const sets = new Map(Object.entries(lists).map(([name, codes]) => [name, new Set(codes.split(' '))]))

/** As the portal names its lists. */
export const LIST_NAMES: Readonly<Record<CodeList, string>> = {
  type: 'e-Invoice Types',
  tax: 'Tax Types',
  state: 'State Codes',
  payment: 'Payment Methods',
  classification: 'Classification Codes',
  country: 'Country Codes',
  currency: 'Currency Codes',
  msic: 'MSIC Codes',
  unit: 'Unit Types',
}

export const isCode = (list: CodeList, code: string): boolean => sets.get(list)?.has(code) === true
