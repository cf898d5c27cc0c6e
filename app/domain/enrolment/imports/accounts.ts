import { type Kysely, sql } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from './import.ts'
import { coded, firstSaid } from './kind.ts'
import { fingerprintOf } from './people.ts'

/** Somebody who works here, as far as nobody else may be the same. */
export interface NamedColleague {
  phone: string
  email?: string | undefined
  staff_no?: string | undefined
  identity_no?: string | undefined
}

/** Phones, addresses and numbers that colleagues and accounts have already. */
export interface Taken {
  phones: Set<string>
  emails: Set<string>
  numbers: Set<string>
  identity: Set<string>
}

/** Which of all these are taken, in two queries. */
export async function takenBy(db: Kysely<DB>, keys: Keys, named: readonly NamedColleague[]): Promise<Taken> {
  const phones = named.map(({ phone }) => phone)
  const emails = named.flatMap(({ email }) => email ?? [])
  const numbers = named.flatMap(({ staff_no }) => staff_no?.toLowerCase() ?? [])
  const indexes = named.flatMap(({ identity_no }) =>
    identity_no ? identityIndexes(keys.ring, { place: keys.place, table: 'staff' }, identity_no) : [],
  )
  const [accounts, staff] = await Promise.all([
    db
      .selectFrom('user_account')
      .select(['phone', sql<string | null>`lower(email)`.as('email')])
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`(phone = any(${phones}::text[]) or lower(email) = any(${emails}::text[]))`)
      .execute(),
    db
      .selectFrom('staff')
      .select([sql<string | null>`lower(staff_no)`.as('staff_no'), 'identity_no_index'])
      .where('deleted_at', 'is', null)
      .where(
        sql<boolean>`(lower(staff_no) = any(${numbers}::text[]) or identity_no_index = any(${indexes}::bytea[]))`,
      )
      .execute(),
  ])
  return {
    phones: new Set(accounts.flatMap(({ phone }) => phone ?? [])),
    emails: new Set(accounts.flatMap(({ email }) => email ?? [])),
    numbers: new Set(staff.flatMap(({ staff_no }) => staff_no ?? [])),
    identity: new Set(staff.flatMap(({ identity_no_index: one }) => one?.toString('hex') ?? [])),
  }
}

/** Says of one colleague after the other what somebody has already, or a row before. */
export function clashes(taken: Taken, keys: Keys) {
  const said = { phone: firstSaid(), email: firstSaid(), number: firstSaid(), identity: firstSaid() }
  return ({ phone, email, staff_no, identity_no }: NamedColleague, number: number): Problem[] => {
    const prints = identity_no
      ? identityIndexes(keys.ring, { place: keys.place, table: 'staff' }, identity_no).map((one) =>
          one.toString('hex'),
        )
      : []
    const print = identity_no && fingerprintOf(keys, 'staff', identity_no)
    const no = staff_no?.toLowerCase()
    const rules = [
      ['phone', taken.phones.has(phone), 'duplicate.user_phone', said.phone(phone, number)],
      [
        'email',
        email !== undefined && taken.emails.has(email),
        'duplicate.user_email',
        said.email(email, number),
      ],
      ['staff_no', no !== undefined && taken.numbers.has(no), 'duplicate.staff_no', said.number(no, number)],
      [
        'identity_no',
        prints.some((one) => taken.identity.has(one)),
        'duplicate.staff',
        said.identity(print, number),
      ],
    ] as const
    return rules.flatMap(([field, isTaken, code, row]) => {
      if (isTaken) return { field, code }
      return row === undefined ? [] : { field, code: coded('import.same_as_row', { row }) }
    })
  }
}
