import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { lineAmount } from '#app/domain/core/money.ts'
import type { DocumentLine, EInvoice, LineTax } from '../document/document.ts'

/** A line as the invoice or the credit note has it; amounts in sen. */
export interface SourceLine {
  description: string
  period_starts_on: string | null
  period_ends_on: string | null
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  /** What a person entered. */
  discount_reason: string | null
  /** The names of the discounts by rule. */
  discounts: readonly string[]
  taxable: boolean
  /** After the discount, before tax. */
  amount_sen: number
  tax_sen: number
  /** Of the fee category; null: the line has no fee type. */
  classification: string | null
}

/** "Others": of a line that was entered without a fee type, so that nothing is claimed that nobody said. */
export const defaultClassification = '022'

const longest = 300

/** The text of a line with the student's name, cut so that the name always fits. */
export function lineDescription(description: string, student: string): string {
  const [what, who] = [oneLine(description), ` (${oneLine(student)})`]
  const room = longest - who.length
  return `${what.length > room ? `${what.slice(0, room - 1).trimEnd()}…` : what}${who}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const oneLine = (text: string) => text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()

/** One line of the document. The sums are those of the invoice; nothing is calculated anew but quantity times price. */
export function composedLine(line: SourceLine, { student, rateBp }: { student: string; rateBp: number }) {
  const discount = line.discount_sen > 0 && {
    discount: { sen: line.discount_sen, reason: discountReason(line) },
  }
  return {
    description: lineDescription(line.description, student),
    classifications: [line.classification ?? defaultClassification],
    quantityHundredths: line.quantity_hundredths,
    priceSen: line.price_sen,
    subTotalSen: lineAmount(line.quantity_hundredths, line.price_sen),
    ...discount,
    amountSen: line.amount_sen,
    taxes: [lineTax(line, rateBp)],
  } satisfies DocumentLine
}

/** Service tax where the invoice charges it; `06`, not applicable, everywhere else. */
function lineTax(line: SourceLine, rateBp: number): LineTax {
  const taxed = line.taxable && rateBp > 0
  return {
    type: taxed ? '02' : '06',
    rateBp: taxed ? rateBp : 0,
    taxableSen: line.amount_sen,
    taxSen: line.tax_sen,
  }
}

function discountReason({ discount_reason, discounts }: SourceLine): string {
  const reason = oneLine(discount_reason ?? discounts.join(', '))
  return (reason || 'Discount').slice(0, longest)
}

/** How often the portal is told that something is billed, by the months of a line. */
const frequencies: Record<number, string> = { 1: 'Monthly', 3: 'Quarterly', 6: 'Half-yearly', 12: 'Yearly' }

/** The days that the lines charge for; undefined where none of them is for a period. */
export function composedPeriod(lines: readonly SourceLine[]): EInvoice['period'] {
  const periods = lines.flatMap(({ period_starts_on: from, period_ends_on: to }) =>
    from && to ? [{ from, to }] : [],
  )
  if (periods.length === 0) return undefined
  const lengths = new Set(periods.map(monthsOf))
  return {
    from: periods.map(({ from }) => from).toSorted()[0]!,
    to: periods
      .map(({ to }) => to)
      .toSorted()
      .at(-1)!,
    frequency: (lengths.size === 1 && frequencies[[...lengths][0]!]) || 'Others',
  }
}

/** Calendar months that a period touches: 1 to 15 March is one. */
function monthsOf({ from, to }: { from: string; to: string }): number {
  let months = 1
  for (let month = startOfMonth(from); startOfMonth(addDays(month, 31)) <= to; months++)
    month = startOfMonth(addDays(month, 31))
  return months
}
