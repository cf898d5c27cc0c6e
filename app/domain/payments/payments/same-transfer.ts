import { type RawBuilder, sql, type Transaction } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'

/** A transfer as somebody is about to record it. */
interface Transfer {
  amount: number
  paid_on: string
  reference_no: string
}

/** A line of a bank statement as a transfer. */
interface LineTransfer extends Omit<Transfer, 'amount'> {
  /** All of the line, and the part of it that is recorded. */
  amounts: readonly number[]
  /** All that the bank wrote, the reference included. */
  words: string
  statement_id: string
}

/** Days by which the bank's date of a transfer may differ from the sender's. */
export const nearDays = 3

/** A reference reduced to its capital letters and digits, for comparison. */
export const bareOf = (reference: string) =>
  reference
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The same in SQL. */
export const bareReference = (reference: RawBuilder<unknown> | string) =>
  sql<string>`upper(regexp_replace(${reference}, '[^[:alnum:]]', '', 'g'))`

/** The same with O, I and L beside a digit read as the digit that they are mistaken for. */
export const readOf = (reference: string) =>
  bareOf(reference)
    .replace(/(?<=\d)O|O(?=\d)/g, '0')
    .replace(/(?<=\d)[IL]|[IL](?=\d)/g, '1')

/** The same in SQL; indexes are over {@link bareReference}. */
export const readReference = (reference: RawBuilder<unknown> | string) =>
  sql<string>`regexp_replace(regexp_replace(${bareReference(sql`normalize(${reference}, NFKC)`)},
    '(?<=\\d)O|O(?=\\d)', '0', 'g'), '(?<=\\d)[IL]|[IL](?=\\d)', '1', 'g')`

/**
 * Whether a bare reference can only come from one transfer, so that finding it among other words is no chance: families write
 * words such as YURAN NOV, banks write at least five digits.
 */
export const isTelling = (bare: string) => bare.length >= 6 && bare.replace(/\D/g, '').length >= 5

/** The same in SQL. */
export const isTellingInSql = (bare: RawBuilder<string>) =>
  sql<boolean>`(length(${bare}) >= 6 and length(regexp_replace(${bare}, '\\D', '', 'g')) >= 5)`

/** A month or day as families write it: 202602, 060226, 06022026 or 20260206. */
const isDate = (digits: string) =>
  /^(20\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])?|([0-2]\d|3[01])(0[1-9]|1[0-2])(20)?\d\d)$/.test(digits)

/**
 * The parts of a text that can only come from one transfer: all of it, each of its words, and each number without the zeros
 * before it. A date is none, except where it is all of the text.
 */
export function tellingParts(text: string): string[] {
  const words = text.split(/\s+/)
  const numbers = [text, ...words].flatMap((each) => bareOf(each).match(/\d{6,}/g) ?? [])
  const parts = [
    ...words.map(readOf).filter((word) => !isDate(word)),
    ...numbers.filter((digits) => !isDate(digits)).map((digits) => digits.replace(/^0+/, '')),
  ]
  return [...new Set([readOf(text), ...parts])].filter(isTelling)
}

/** Whether two texts have a telling part in common. */
export const sharePart = (one: string, other: string): boolean =>
  tellingParts(one).some((part) => readOf(other).includes(part)) ||
  tellingParts(other).some((part) => readOf(one).includes(part))

/** SQL condition: one of the telling parts of a text occurs in another, or all of the reference in the text. */
export const sharesReference = (
  text: { parts: readonly string[]; all: string },
  { reference, words }: { reference: RawBuilder<unknown>; words: RawBuilder<unknown> },
): RawBuilder<boolean> => {
  const theirs = readReference(reference)
  return sql<boolean>`(exists (select from (select ${readReference(words)} as said offset 0) as their,
      unnest(${text.parts}::text[]) as part where position(part in their.said) > 0)
    or (${isTellingInSql(theirs)} and position(${theirs} in ${text.all}) > 0))`
}

/** All that the bank or the payer wrote about a payment: its reference, and the line of the statement that it was. */
export const wordsOfPayment = sql<string>`concat_ws(' ', payment.reference_no,
  (select concat_ws(' ', bank_line.reference, bank_line.description) from bank_line_payment
    join bank_line on bank_line.id = bank_line_payment.line_id
    where bank_line_payment.payment_id = payment.id and bank_line_payment.released_at is null))`

/**
 * Makes others who record a transfer of one of these amounts, or with a telling part of this reference, wait until this
 * transaction ends, so that of two who record the same transfer, for whichever family, the second sees the first. The first of
 * the locks of money, see `docs/architecture.md`: before the drawer and any invoice, and all at once, since a further one taken
 * later would deadlock.
 * @param amounts in sen
 * @param references what was typed of it, or all that the bank wrote
 */
export async function lockTransfers(
  trx: Transaction<DB>,
  amounts: readonly number[],
  references: readonly string[] = [],
): Promise<void> {
  const parts = references.flatMap(tellingParts)
  const keys = [
    ...amounts.map((sen) => `:transfer of ${sen}`),
    ...parts.map((part) => `:transfer by ${part}`),
  ]
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(current_schema() || name, 0) as key from unnest(${keys}::text[]) as name
    order by key offset 0) as ordered`.execute(trx)
}

/** A month or day as families write it short: 5/2026, 5.2.2026 or 5/2/26, without what is between. */
const isShortDate = (digits: string) => /^\d{0,3}20[2-9]\d$|^[1-9](0?[1-9]|1[0-2])[2-9]\d$/.test(digits)

/**
 * The number of at least five digits that is the only one in a text, without the zeros before it. '' where there is none, and of
 * a date, since many families write that.
 */
export function onlyNumber(text: string): string {
  const [digits = '', ...more] = bareOf(text).match(/\d+/g) ?? []
  const bare = digits.replace(/^0+/, '')
  return more.length > 0 || bare.length < 5 || isDate(digits) || isShortDate(digits) ? '' : bare
}

/**
 * SQL condition: a payment of this day has the same reference, or the same single number in it. `typed`: where the number
 * is looked for.
 */
function sameOnDay(
  { paid_on, reference_no }: Omit<Transfer, 'amount'>,
  { reference, typed = reference }: { reference: RawBuilder<unknown>; typed?: RawBuilder<unknown> },
) {
  const [mine, number] = [readOf(reference_no), onlyNumber(reference_no)]
  return sql<boolean>`(payment.paid_on = ${paid_on}::date
    and ((${mine} <> '' and ${readReference(reference)} = ${mine})
      or (${number} <> '' and ${bareReference(sql`normalize(${typed}, NFKC)`)} ~ ${`^\\D*0*${number}\\D*$`})))`
}

/** A payment that may be the same transfer. */
export interface SameTransfer {
  id: string
  number: string
  /** Of another sum, for another family: perhaps a part of one transfer. In sen; null where it is the same sum. */
  other_sen: number | null
}

/**
 * A payment of whichever family that is this transfer: the same amount with the same reference on the same day, or with a
 * telling part of the reference in common ({@link tellingParts}) at most {@link nearDays} days away. Letters, digits and
 * nothing else are compared. Else one of another sum for another family that has a telling reference in common: one transfer
 * shown to two families in parts that may add up to more than it. The caller has locked the transfer ({@link lockTransfers}).
 * @param family the parent who pays; null: nobody on file; undefined: sums are not compared, as of gifts
 */
export async function sameTransfer(
  trx: Transaction<DB>,
  { amount, paid_on, reference_no }: Transfer,
  family?: string | null,
): Promise<SameTransfer | undefined> {
  const mine = readOf(reference_no)
  if (!mine) return undefined
  const reference = sql.ref('payment.reference_no')
  const onThatDay = sameOnDay({ paid_on, reference_no }, { reference })
  const text = textOf(reference_no)
  const shares = sharesReference(text, { reference, words: wordsOfPayment })
  const same = await paymentsAbout(trx, paid_on)
    .where('payment.amount_sen', '=', amount)
    .where(sql<boolean>`(${onThatDay} or ${shares})`)
    .executeTakeFirst()
  if (same || family === undefined) return same && { id: same.id, number: same.number, other_sen: null }
  const isSame = sql<boolean>`(${isTelling(mine)} and ${readReference(reference)} = ${mine})`
  const sharesTyped = sharesReference(text, { reference: typedReference, words: typedReference })
  const part = await paymentsAbout(trx, paid_on)
    .where(sql<boolean>`payment.payer_parent_id is distinct from ${family}::uuid`)
    .where(sql<boolean>`(${isSame} or ${sharesTyped})`)
    .executeTakeFirst()
  return part && { id: part.id, number: part.number, other_sen: part.amount_sen }
}

/** The bank line that a payment is of. */
const lineOfPayment = sql`bank_line_payment join bank_line on bank_line.id = bank_line_payment.line_id
  where bank_line_payment.payment_id = payment.id and bank_line_payment.released_at is null`

/** What a person wrote; banks repeat numbers, such as that of an account, on lines of different money. */
const typedReference = sql`case when exists (select from ${lineOfPayment}) then '' else payment.reference_no end`

/**
 * The same for a line of a bank statement. Lines of one statement are different money. Banks repeat numbers, such as that of
 * an account, on lines of different money, so that of a payment from another statement all of the reference must be among the
 * words.
 */
export async function sameTransferAsLine(
  trx: Transaction<DB>,
  line: LineTransfer,
  family: string,
): Promise<SameTransfer | undefined> {
  const { amounts, paid_on, reference_no, words, statement_id } = line
  const reference = sql.ref('payment.reference_no')
  const onThatDay = sameOnDay({ paid_on, reference_no }, { reference, typed: typedReference })
  const shares = sharesReference(textOf(words), { reference, words: typedReference })
  const same = await paymentsAbout(trx, paid_on)
    .where(sql<boolean>`payment.amount_sen = any(${[...amounts]}::bigint[])`)
    .where(sql<boolean>`(${onThatDay} or ${shares})`)
    .where(
      sql<boolean>`not exists (select from ${lineOfPayment} and bank_line.statement_id = ${statement_id}::uuid)`,
    )
    .executeTakeFirst()
  return same ? { id: same.id, number: same.number, other_sen: null } : partOfLine(trx, line, family)
}

/** What somebody typed as a transfer of another sum for another family, with the reference of this line. */
export async function partOfLine(
  trx: Transaction<DB>,
  { paid_on, words }: Pick<LineTransfer, 'paid_on' | 'words'>,
  family: string,
): Promise<SameTransfer | undefined> {
  const text = textOf(words)
  if (text.parts.length === 0) return undefined
  const part = await paymentsAbout(trx, paid_on)
    .where(sql<boolean>`payment.payer_parent_id is distinct from ${family}::uuid`)
    .where(sharesReference(text, { reference: typedReference, words: typedReference }))
    .executeTakeFirst()
  return part && { id: part.id, number: part.number, other_sen: Number(part.amount_sen) }
}

const textOf = (words: string) => ({ parts: tellingParts(words), all: readOf(words) })

/** The first payment at most {@link nearDays} days away. */
function paymentsAbout(trx: Transaction<DB>, paid_on: string) {
  return trx
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', 'payment.amount_sen'])
    .where('payment.paid_on', '>=', addDays(paid_on, -nearDays))
    .where('payment.paid_on', '<=', addDays(paid_on, nearDays))
    .where('payment.status', '=', 'paid')
    .orderBy('payment.id')
    .limit(1)
}
