import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'
import { type FileColumn, fileColumns, type Layout } from './bank-file.ts'

/** Of what is between columns what a form calls it; a tab cannot be typed. */
export const separators = { comma: ',', semicolon: ';', bar: '|', tab: '\t' } as const
export type Separator = keyof typeof separators
export const separatorNames = Object.keys(separators) as Separator[]

const column = z.enum(fileColumns).optional()

/** A layout as one fills it in: what stands in the first column of the file, in the second, and so on. */
export const layoutForm = z.object({
  name: text({ min: 2, max: 60 }),
  separator: z.enum(separatorNames),
  header: z.boolean().optional(),
  ...{ column_1: z.enum(fileColumns), column_2: column, column_3: column, column_4: column },
  ...{ column_5: column, column_6: column, column_7: column },
  /** Of a new one its id, of another how it was. */
  ...{ layout_id: z.uuid().optional(), seen: text({ max: 60 }).optional() },
  intent: z.literal('preview').optional(),
})
/** As it was when it was looked at. */
export const removeLayoutForm = z.object({ seen: text({ max: 60 }) })
export type LayoutInput = z.output<typeof layoutForm>

export const places = [1, 2, 3, 4, 5, 6, 7] as const
export const columnField = (place: (typeof places)[number]) => `column_${place}` as const

/** The layout that was filled in; what was left empty between is left out. */
export function layoutOf({ name, separator, header, ...input }: LayoutInput): Layout {
  const columns = places.map((place) => input[columnField(place)]).filter((one) => one !== undefined)
  return { name, columns, separator: separators[separator], header: header === true }
}

/** The first place at which a column stands for the second time; undefined: none does. */
export function twice(input: LayoutInput): (typeof places)[number] | undefined {
  const seen = new Set<FileColumn>()
  return places.find((place) => {
    const one = input[columnField(place)]
    if (one === undefined) return false
    if (seen.has(one)) return true
    seen.add(one)
    return false
  })
}

/** A layout as the form shows it. */
export function layoutValues({ name, columns, separator, header }: Layout) {
  return {
    ...{ name, separator: separatorNames.find((key) => separators[key] === separator)! },
    ...(header ? { header: 'on' } : {}),
    ...Object.fromEntries(columns.map((one, index) => [`column_${index + 1}`, one])),
  }
}

/** What a file would say of two payouts that there are not. */
export const sampleRows = [
  {
    ...{ number: 'PO-26-000001', payout_on: '2026-02-04', account_name: 'Tadika Contoh, Kajang' },
    ...{ account_number: '514000012345', bank_name: 'Maybank', bank_code: 'MB2U0227', amount: '1234.50' },
  },
  {
    ...{ number: 'PO-26-000002', payout_on: '2026-02-04', account_name: 'Pusat Tuisyen Contoh' },
    ...{ account_number: '8001234567', bank_name: 'CIMB Bank', bank_code: 'BCBB0235', amount: '98.00' },
  },
]
