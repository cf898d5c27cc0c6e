import { type Kysely, sql } from 'kysely'
import { deviceInWords, deviceOf } from '#app/domain/accounts/device.ts'
import type { RowScope } from '#app/domain/actor.ts'
import { containing } from '#app/domain/search.ts'
import type { DB } from '#db/types.ts'
import { type LogScope, logScopeOf } from './audit.server.ts'
import { goodResults, type SignInRow, type SignInSearch } from './login.ts'
import { dayBegins, type LogPage, pageOfLog } from './page.server.ts'

type SignIns = LogPage<SignInRow, SignInSearch>

/** One page of how an organisation's people came in or were refused, the newest first. */
export function signIns(db: Kysely<DB>, scope: RowScope, search: SignInSearch): Promise<SignIns> {
  const { own } = logScopeOf(scope)
  let query = db
    .selectFrom('login_log as log')
    .leftJoin('user_account as person', 'person.id', 'log.user_id')
    .select(['log.id', 'log.at', 'log.method', 'log.result', 'log.ip', 'log.user_agent'])
    .select(['person.name as person', 'log.user_id as person_id'])
  if (own !== null) query = query.where('log.user_id', '=', own)
  if (search.person) query = query.where('log.user_id', '=', search.person)
  if (search.q) {
    const pattern = containing(search.q)
    query = query.where((eb) =>
      eb.or([
        eb('person.name', 'ilike', pattern),
        eb('person.email', 'ilike', pattern),
        eb('log.ip', 'ilike', pattern),
      ]),
    )
  }
  return told(db, narrowed(query as never, search), search)
}

/** The same for operators, at the platform's place. */
export function operatorSignIns(db: Kysely<DB>, { own }: LogScope, search: SignInSearch): Promise<SignIns> {
  let query = db
    .selectFrom('platform.login_log as log')
    .leftJoin('platform.operator as person', 'person.id', 'log.operator_id')
    .select(['log.id', 'log.at', 'log.method', 'log.result', 'log.ip', 'log.user_agent'])
    .select(['person.name as person', 'log.operator_id as person_id'])
  if (own !== null) query = query.where('log.operator_id', '=', own)
  if (search.person) query = query.where('log.operator_id', '=', search.person)
  if (search.q) {
    const pattern = containing(search.q)
    query = query.where((eb) =>
      eb.or([
        eb('person.name', 'ilike', pattern),
        eb('person.email', 'ilike', pattern),
        eb('log.ip', 'ilike', pattern),
      ]),
    )
  }
  return told(db, narrowed(query as never, search), search)
}

interface Narrowing {
  where(column: unknown, operator: string, value: unknown): Narrowing
}

/** What both logs are narrowed by in the same way. */
function narrowed(query: Narrowing, { outcome, method, from, to }: SignInSearch): Narrowing {
  const good = sql`${sql.ref('log.result')}`
  let narrow = query
  if (outcome) narrow = narrow.where(good, outcome === 'success' ? 'in' : 'not in', [...goodResults])
  if (method) narrow = narrow.where('log.method', '=', method)
  if (from) narrow = narrow.where('log.at', '>=', dayBegins(from))
  if (to) narrow = narrow.where('log.at', '<', dayBegins(to, 1))
  return narrow
}

type Raw = Omit<SignInRow, 'outcome' | 'reason' | 'device'> & { result: string; user_agent: string | null }

async function told(db: Kysely<DB>, query: unknown, search: SignInSearch): Promise<SignIns> {
  const page = await pageOfLog<Raw, SignInSearch>(db, query, search, { at: 'log.at', tie: 'log.id' })
  const rows = page.rows.map(({ result, user_agent, ...row }): SignInRow => {
    const good = (goodResults as readonly string[]).includes(result)
    return {
      ...row,
      outcome: good ? 'success' : 'failed',
      reason: good ? null : result,
      device: deviceInWords(deviceOf(user_agent), '') || null,
    }
  })
  return { ...page, rows, totals: {} }
}
