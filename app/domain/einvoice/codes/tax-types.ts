import type { TaxType } from '../document/document.ts'

export const taxTypes: readonly TaxType[] = ['01', '02', '03', '04', '05', '06', 'E']

export const isTaxType = (code: string): code is TaxType => taxTypes.some((type) => type === code)
