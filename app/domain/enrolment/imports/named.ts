import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { type Offered, offered } from '#app/domain/core/lists/references.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { plainWords } from '#app/domain/core/spreadsheets/cells.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'

/** Finds an id by code or, where it is unique, by name. */
export type Named = (typed: string | undefined) => string | undefined

/** All active entries of a noun; there are some dozens at most, so all are read. */
export async function namedOf(
  db: Kysely<DB>,
  of: Exclude<Offered, 'staff' | 'trainer' | 'assistant'>,
): Promise<Named> {
  const rows = await offered(db, of)
    .select(['id', 'name', sql<string>`lower(code)`.as('code')])
    .execute()
  const codes = new Map(rows.map(({ code, id }) => [code, id]))
  const names = Map.groupBy(rows, ({ name }) => plainWords(name))
  return (typed) => {
    if (!typed) return undefined
    const called = names.get(plainWords(typed)) ?? []
    return codes.get(typed.trim().toLowerCase()) ?? (called.length === 1 ? called[0]!.id : undefined)
  }
}

interface NamedStudent {
  id: string
  name: string
  status: string
}

/** Finds a student by student, identity card or birth certificate number; else a problem's code. */
export type FindStudent = (typed: string) => NamedStudent | { problem: RefusalCode }

/** Looks up all named students within the scope in one query. */
export async function studentsNamed(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  typed: readonly string[],
): Promise<FindStudent> {
  const said = [...new Set(typed.map(plain))]
  const place = { place: keys.place, table: 'student' } as const
  const prints = (number: string) =>
    identityIndexes(keys.ring, place, number).map((one) => one.toString('hex'))
  const indexes = said.flatMap((number) => identityIndexes(keys.ring, place, number))
  const rows = await studentsIn(db, scope)
    .select(['student.id', 'student.name', 'student.status', 'student.identity_no_index'])
    .select([
      sql<string>`lower(student_no)`.as('student_no'),
      sql<string | null>`lower(birth_cert_no)`.as('birth'),
    ])
    .where(
      sql<boolean>`(lower(student_no) = any(${said}::text[]) or lower(birth_cert_no) = any(${said}::text[])
        or identity_no_index = any(${indexes}::bytea[]))`,
    )
    .execute()
  const numbers = new Map(rows.map((row) => [row.student_no, row]))
  const births = new Map(rows.map((row) => [row.birth, row]))
  const cards = new Map(rows.map((row) => [row.identity_no_index?.toString('hex'), row]))
  return (one) => {
    const number = plain(one)
    const card = prints(number).find((print) => cards.has(print))
    const found = [numbers.get(number), births.get(number), card ? cards.get(card) : undefined].filter(
      (row) => row !== undefined,
    )
    if (new Set(found.map(({ id }) => id)).size > 1) return { problem: 'import.student_twice' }
    return found[0] ?? { problem: 'import.student_unknown' }
  }
}

const plain = (typed: string) => typed.trim().toLowerCase()
