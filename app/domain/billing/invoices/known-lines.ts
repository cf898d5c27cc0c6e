import type { Transaction } from 'kysely'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { type LineFacts, lineFacts } from '#app/domain/billing/plan/facts.ts'
import type { DB } from '#db/types.ts'
import type { LineInput } from './invoice-form.ts'
import type { KnownLine } from './lines.ts'

/** What of a line its facts tell; a line that says something else was written by hand. */
interface Told {
  subject_fee_id?: string | null | undefined
  period_starts_on?: string | null | undefined
  quantity: number
  price: number
  discount?: number | undefined
}

const nameOf = ({ subject_fee_id, period_starts_on, quantity, price, discount = 0 }: Told) =>
  [subject_fee_id, period_starts_on, quantity, price, discount].join()

/**
 * Lines as somebody sends them, with how their amounts come about: those of the draft that they had already, or of what is
 * due today. Nothing that was sent is trusted for that: only a line that is as it was worked out gets its facts.
 */
export async function withFacts(
  trx: Transaction<DB>,
  { student_id, invoice_id }: { student_id: string; invoice_id?: string },
  items: readonly KnownLine[],
  today: string,
): Promise<readonly KnownLine[]> {
  if (items.every((item) => item.facts !== undefined || !item.subject_fee_id)) return items
  const [kept, { lines }] = await Promise.all([
    invoice_id ? factsOfDraft(trx, invoice_id) : [],
    dueFees(trx, student_id, today),
  ])
  const known = new Map<string, LineFacts>(lines.map((line) => [nameOf(line), line.facts]))
  for (const [name, facts] of kept) known.set(name, facts)
  return items.map((item: LineInput & KnownLine) => ({
    ...item,
    facts: item.facts ?? known.get(nameOf(item)) ?? null,
  }))
}

async function factsOfDraft(trx: Transaction<DB>, invoice_id: string): Promise<[string, LineFacts][]> {
  const items = await trx
    .selectFrom('invoice_item')
    .select(['subject_fee_id', 'period_starts_on', 'facts'])
    .select(['quantity_hundredths as quantity', 'price_sen as price', 'discount_sen as discount'])
    .where('invoice_id', '=', invoice_id)
    .where('facts', 'is not', null)
    .execute()
  return items.map((item) => [nameOf(item), lineFacts.parse(item.facts)])
}
