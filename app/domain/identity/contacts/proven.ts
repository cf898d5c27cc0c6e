import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Which phone numbers, e-mail addresses and identity numbers say who somebody is. Each has a column `…_proven_at`; an empty
 * one means that it is only what somebody said of themselves.
 *
 * - **Proven by the person:** a code or link that was sent to it came back (signing in by phone, a code on the profile or in
 *   online registration, an accepted invitation).
 * - **The office's word:** a colleague typed it about somebody else, imported it, or confirmed it on the parent's page. It
 *   identifies the family for the office and in imports. Whoever proves that phone by a code is that family: the proof is
 *   the code, the office only said to whom it belongs. What a colleague types about their own family is not the office's
 *   word (`people/parents/own-word.ts`).
 * - **A number may get a new owner:** in a registration another name or number makes it a question to the office
 *   (`enrolment/applications/same-family.ts`), and a proof older than a year needs a second fact (`codes/second-fact.ts`).
 * - **Everything else counts for nothing:** what a person types on their profile waits in `contact_claim` while the former
 *   contact goes on counting, and what a family wrote into an online registration is on file without counting. Nobody is
 *   found by it, and it stands in nobody's way: who proves it gets it.
 *
 * An identity number has no code: written by a family it counts once a person has approved the application. Names have their
 * own column, `name_confirmed`.
 *
 * Every query that finds a person by one of these uses the conditions below; `finders.test.ts` lists the few that do not.
 */
export const contactKinds = ['phone', 'email'] as const
export type ContactKind = (typeof contactKinds)[number]

type Table = 'user_account' | 'parent'

const counts = (table: Table, column: 'phone' | 'email' | 'identity') =>
  sql`${sql.ref(`${table}.${column}_proven_at`)} is not null`

/** The row's phone is this number, in E.164, and counts; never without a number. */
export const hasProvenPhone = (table: Table, phone: string | null | undefined): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.phone`)} = ${phone ?? null}::text and ${counts(table, 'phone')})`

/** The row's e-mail address is this one, in whatever case, and counts; never without an address. */
export const hasProvenEmail = (table: Table, email: string | null | undefined): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${table}.email`)}) = ${email?.toLowerCase() ?? null}::text
    and ${counts(table, 'email')})`

/** Whether an account other than this one has proven the contact. */
export async function isProvenByAnother(
  db: Kysely<DB>,
  user_id: string,
  kind: ContactKind,
  value: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '<>', user_id)
    .where('deleted_at', 'is', null)
    .where(kind === 'phone' ? hasProvenPhone('user_account', value) : hasProvenEmail('user_account', value))
    .executeTakeFirst()
  return other !== undefined
}

/** The parent's identity number has one of these fingerprints, and counts. */
export const hasProvenIdentity = (indexes: readonly Buffer[]): RawBuilder<boolean> =>
  sql<boolean>`(parent.identity_no_index = any(${indexes}::bytea[]) and ${counts('parent', 'identity')})`

/** The `…_proven_at` of a contact that was proven, or entered by the office, just now; without a value nothing counts. */
export const provenNow = (value: string | null | undefined) => (value ? sql<Date>`now()` : null)
