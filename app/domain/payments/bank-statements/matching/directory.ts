import { type Kysely, sql } from 'kysely'
import { todayInSql } from '#app/domain/core/clock.ts'
import type { DB } from '#db/types.ts'
import { indexNames, type Names, type Person } from './names.ts'

/** Indexes of all families by what a bank line may contain. */
export interface Directory {
  codes: Codes
  names: Names
  /** Issued invoices and their payers, by the digits of the number. */
  invoices: ReadonlyMap<string, { family: string; number: string }>
  /** Families by a sum that only they owe, in total or on one invoice. */
  sums: ReadonlyMap<number, string>
}

interface Known {
  families: readonly { id: string; family_code: string }[]
  people: readonly Person[]
  /** Names of the organisation and its branches. */
  own?: readonly string[]
  invoices: readonly { payer_parent_id: string; number: string; balance_sen: number }[]
}

/** The indexes of some families; names of people of other families only make the same name ambiguous. */
export function directoryOf({ families, people, own, invoices }: Known): Directory {
  const known = new Set(families.map(({ id }) => id))
  return {
    codes: indexCodes(families),
    names: indexNames(
      people.map((person) => ({ ...person, proven: person.proven && known.has(person.family) })),
      own,
    ),
    invoices: new Map(
      invoices.map(({ number, payer_parent_id }) => [digitsOf(number), { family: payer_parent_id, number }]),
    ),
    sums: onlySums(invoices),
  }
}

function onlySums(invoices: Known['invoices']): Map<number, string> {
  const owed = new Map<string, number>()
  const whose = new Map<number, Set<string>>()
  const note = (sen: number, family: string) => whose.set(sen, (whose.get(sen) ?? new Set()).add(family))
  for (const { payer_parent_id: family, balance_sen } of invoices) {
    if (balance_sen <= 0) continue
    owed.set(family, (owed.get(family) ?? 0) + balance_sen)
    note(balance_sen, family)
  }
  for (const [family, sen] of owed) note(sen, family)
  return new Map(
    [...whose].flatMap(([sen, families]) => (families.size === 1 ? [[sen, [...families][0]!]] : [])),
  )
}

/** Days after which a paid invoice is no longer matched by number. */
const namedFor = 400

/**
 * Indexes of all payers with their family's names and debts, of one branch or of all. A name is unique only if no other
 * family of the whole organisation has it. Six queries, whatever the number of lines.
 */
export async function findDirectory(db: Kysely<DB>, branch_id: string | null): Promise<Directory> {
  const here = branch_id === null ? sql<boolean>`true` : sql<boolean>`branch_id = ${branch_id}::uuid`
  const payers = await db
    .selectFrom('parent')
    .select(['id', 'family_code', 'name', 'name_confirmed'])
    .select(
      branch_id === null
        ? sql<boolean>`true`.as('is_here')
        : sql<boolean>`exists (select from student_parent join student on student.id = student_parent.student_id
            where student_parent.parent_id = parent.id and student.branch_id = ${branch_id}::uuid)`.as(
            'is_here',
          ),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const related = await db
    .selectFrom('student_parent as payer')
    .innerJoin('student', 'student.id', 'payer.student_id')
    .innerJoin('student_parent as other', 'other.student_id', 'payer.student_id')
    .innerJoin('parent', 'parent.id', 'other.parent_id')
    .select(['payer.parent_id as family', 'student.name as child', 'parent.name as parent'])
    .select(['student.name_confirmed as child_proven', 'parent.name_confirmed as parent_proven'])
    .where('payer.is_payer', '=', true)
    .execute()
  const before = await db
    .selectFrom('bank_line')
    .innerJoin('bank_line_payment', 'bank_line_payment.line_id', 'bank_line.id')
    .innerJoin('payment', 'payment.id', 'bank_line_payment.payment_id')
    .select(['payment.payer_parent_id as family', 'bank_line.payer_name as name'])
    .distinct()
    .where('bank_line.payer_name', 'is not', null)
    .where('bank_line_payment.released_at', 'is', null)
    .execute()
  const invoices = await db
    .selectFrom('invoice')
    .select(['number', 'payer_parent_id', 'balance_sen', 'status'])
    .where('number', 'is not', null)
    .where(here)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['unpaid', 'pending']),
        eb.and([
          eb('status', '=', 'paid'),
          eb('issued_on', '>', sql<string>`${todayInSql} - ${sql.lit(namedFor)}::int`),
        ]),
      ]),
    )
    .execute()
  const people: Person[] = [
    ...payers.map(({ id, name, name_confirmed }) => ({
      ...{ family: id, name, who: 'payer' as const, proven: name_confirmed },
    })),
    ...related.flatMap(({ family, child, parent, child_proven, parent_proven }) => [
      { family, name: child, who: 'child' as const, proven: child_proven },
      { family, name: parent, who: 'parent' as const, proven: parent_proven },
    ]),
    ...before.map(({ family, name }) => ({
      ...{ family: family!, name: name!, who: 'paid_before' as const, proven: true },
    })),
  ]
  const ids = new Set(payers.map(({ id }) => id))
  return directoryOf({
    families: payers.filter(({ is_here }) => is_here),
    people: distinct(people.filter(({ family }) => ids.has(family))),
    own: await ownNames(db),
    invoices: invoices.map(({ number, balance_sen, status, payer_parent_id }) => ({
      ...{ number: number!, payer_parent_id },
      balance_sen: status === 'paid' ? 0 : Number(balance_sen),
    })),
  })
}

/** Each name of a family once; a proven one before the same one that is not. */
function distinct(people: readonly Person[]): Person[] {
  const byKey = new Map<string, Person>()
  for (const person of people) {
    const key = `${person.family}|${person.name}`
    if (!byKey.get(key)?.proven) byKey.set(key, person)
  }
  return [...byKey.values()]
}

/** The names of the organisation and its branches. */
async function ownNames(db: Kysely<DB>): Promise<string[]> {
  const entity = await db
    .selectFrom('platform.entity')
    .select(['name', 'company_name', 'account_name'])
    .where('role_name', '=', sql<string>`current_user`)
    .executeTakeFirst()
  const branches = await db.selectFrom('branch').select('name').execute()
  return [
    entity?.name,
    entity?.company_name,
    entity?.account_name,
    ...branches.map(({ name }) => name),
  ].filter((name): name is string => Boolean(name))
}

/** Normalises to capital letters and digits. */
const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

const codeLength = 8
const halfLength = codeLength / 2

/** Family codes, and codes by each of their halves. */
export interface Codes {
  /** By code: the id of the parent who pays. */
  exact: ReadonlyMap<string, string>
  heads: ReadonlyMap<string, readonly string[]>
  tails: ReadonlyMap<string, readonly string[]>
}

export function indexCodes(families: readonly { id: string; family_code: string }[]): Codes {
  const codes = families.map(({ family_code }) => family_code)
  return {
    exact: new Map(families.map(({ id, family_code }) => [family_code, id])),
    heads: Map.groupBy(codes, (code) => code.slice(0, halfLength)),
    tails: Map.groupBy(codes, (code) => code.slice(halfLength)),
  }
}

/**
 * Family codes that occur anywhere in a text. A typing error cannot turn one into another family's code, since the last
 * character is a check character.
 */
export function codesIn(text: string, { exact }: Codes): string[] {
  const letters = lettersAndDigits(text)
  const found = new Set<string>()
  for (let from = 0; from + codeLength <= letters.length; from++) {
    const code = letters.slice(from, from + codeLength)
    if (exact.has(code)) found.add(code)
  }
  return [...found]
}

interface NearCode {
  code: string
  /** The text found instead. */
  typed: string
}

/**
 * Codes that occur with one wrong, missing, additional or swapped character. One such error leaves one half of the code
 * intact, unless it swaps the two middle characters.
 */
export function nearCodesIn(text: string, { exact, heads, tails }: Codes): NearCode[] {
  const letters = lettersAndDigits(text)
  const found = new Map<string, string>()
  const note = (code: string, typed: string) => {
    // Texts of a code's length are the likeliest.
    if (differsByOne(code, typed) && found.get(code)?.length !== codeLength) found.set(code, typed)
  }
  for (let from = 0; from + halfLength <= letters.length; from++) {
    const piece = letters.slice(from, from + halfLength)
    for (const code of heads.get(piece) ?? [])
      for (const size of typedLengths) note(code, letters.slice(from, from + size))
    for (const code of tails.get(piece) ?? [])
      for (const size of typedLengths)
        note(code, letters.slice(Math.max(0, from + halfLength - size), from + halfLength))
    const typed = letters.slice(from, from + codeLength)
    const swapped =
      typed.slice(0, halfLength - 1) +
      typed.charAt(halfLength) +
      typed.charAt(halfLength - 1) +
      typed.slice(halfLength + 1)
    if (exact.has(swapped)) note(swapped, typed)
  }
  return [...found].map(([code, typed]) => ({ code, typed }))
}

const typedLengths = [codeLength, codeLength + 1, codeLength - 1]

/** Whether the texts differ by one wrong, missing or additional character, or two adjacent ones swapped. */
function differsByOne(code: string, typed: string): boolean {
  let first = 0
  while (first < code.length && code[first] === typed[first]) first++
  if (typed.length === code.length + 1) return typed.slice(first + 1) === code.slice(first)
  if (typed.length === code.length - 1) return typed.slice(first) === code.slice(first + 1)
  if (typed.length !== code.length || first === code.length) return false
  if (typed.slice(first + 1) === code.slice(first + 1)) return true
  const isSwapped = typed[first] === code[first + 1] && typed[first + 1] === code[first]
  return isSwapped && typed.slice(first + 2) === code.slice(first + 2)
}

/** The digits of an invoice number, to match it with or without prefix and separators. */
export const digitsOf = (number: string) => number.replace(/\D/g, '')

/** All numbers in a text; parts separated by a space or a sign are also joined. */
export function numbersIn(text: string): string[] {
  const found = new Set<string>()
  for (const [run] of text.matchAll(/\d+(?:[\s\-/.]{1,3}\d+)*/g)) {
    const parts = run.split(/\D+/)
    for (let from = 0; from < parts.length && from < 12; from++)
      for (let to = from + 1; to <= Math.min(parts.length, from + 3); to++)
        found.add(parts.slice(from, to).join(''))
  }
  return [...found]
}
