import { z } from 'zod'

const sen = z.number().int()

/** A line as a kept version has it: the row of `invoice_item` at that time, of which this much is told. */
const keptItem = z.object({
  description: z.string(),
  subject_fee_id: z.string().nullable(),
  period_starts_on: z.string().nullable(),
  quantity_hundredths: z.number().int(),
  price_sen: sen,
  discount_sen: sen,
  discount_reason: z.string().nullable(),
  tax_sen: sen,
  amount_sen: sen,
})
export type KeptItem = z.output<typeof keptItem>

/** What an invoice said at some time; `items` in their order. */
export const keptContent = z.object({
  due_on: z.string(),
  remark: z.string().nullable(),
  internal_note: z.string().nullable(),
  total_sen: sen,
  tax_total_sen: sen,
  items: z.array(keptItem),
})
export type KeptContent = z.output<typeof keptContent>

/** One line beside what became of it; null on the side where there is none. */
export interface Pair {
  before: KeptItem | null
  after: KeptItem | null
}

const nameOf = ({ subject_fee_id, period_starts_on, description }: KeptItem) =>
  subject_fee_id ? `${subject_fee_id} ${period_starts_on}` : description

/**
 * The lines of two versions side by side: those that are called the same are paired, what is left over stands alone, the
 * earlier lines first.
 */
export function sideBySide(before: readonly KeptItem[], after: readonly KeptItem[]): Pair[] {
  const rest = [...after]
  const pairs: Pair[] = before.map((line) => {
    const index = rest.findIndex((other) => nameOf(other) === nameOf(line))
    return { before: line, after: index < 0 ? null : rest.splice(index, 1)[0]! }
  })
  return [...pairs, ...rest.map((line) => ({ before: null, after: line }))]
}

/** Whether two lines say the same and cost the same. */
export function isSameLine({ before, after }: Pair): boolean {
  if (!before || !after) return false
  const keys = [
    ...(['description', 'quantity_hundredths', 'price_sen', 'discount_sen'] as const),
    ...(['discount_reason', 'tax_sen', 'amount_sen'] as const),
  ]
  return keys.every((key) => before[key] === after[key])
}
