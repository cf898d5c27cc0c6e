import { type Kysely, sql } from 'kysely'
import { networkOf } from '#app/domain/core/network.ts'
import type { DB } from '#db/types.ts'

/** Days for which a network is known, and sign-ins that are looked at. */
const known = { days: 90, signIns: 50 } as const
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The key under which a use of somebody's account, mailbox or number is counted: those from a network where its person
 * signed in of late are counted apart, so that strangers who use up the rest do not lock its person out. An account
 * thus has one more count for each network of its person. Takes the same steps when nobody has the account; who
 * shares a network with its person might learn that there is one.
 */
export async function countedApart(
  db: Kysely<DB>,
  kind: 'user' | 'operator',
  { key, id, ip }: { key: string; id: string | null | undefined; ip: string | null },
): Promise<string> {
  const network = networkOf(ip)
  const [log, person] =
    kind === 'user' ? (['login_log', 'user_id'] as const) : (['platform.login_log', 'operator_id'] as const)
  const { rows } = await sql<{ ip: string | null }>`
    select ip from ${sql.table(log)}
    where ${sql.ref(person)} = ${id ?? nobody} and result = 'signed_in'
      and at > now() - make_interval(days => ${known.days})
    order by at desc limit ${known.signIns}`.execute(db)
  return rows.some((row) => row.ip !== null && networkOf(row.ip) === network) ? `${key} from ${network}` : key
}
