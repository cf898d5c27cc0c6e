import type { Kysely, Transaction } from 'kysely'
import { deviceInWords, deviceOf } from '#app/domain/accounts/device.ts'
import { placeOf, type RowScope, type Visitor } from '#app/domain/actor.ts'
import { dayBegins } from '#app/domain/clock.server.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type LogScope, logScopeOf } from './audit.server.ts'
import {
  goodResults,
  isGood,
  isSuccess,
  type SignInResult,
  type SignInRow,
  type SignInSearch,
  type SomeMethod,
  successes,
} from './login.ts'
import { type LogPage, pageOfLog } from './page.server.ts'

type Kind = 'user' | 'operator'

const places = {
  user: { log: 'login_log', person: 'user_account', id: 'user_id' },
  operator: { log: 'platform.login_log', person: 'platform.operator', id: 'operator_id' },
} as const

/** `id` is null when nobody has the address that was typed. */
export async function logSignIn(
  trx: Transaction<DB>,
  { kind, id }: { kind: Kind; id: string | null },
  { method, result }: { method: SomeMethod; result: SignInResult },
  visitor: Visitor,
): Promise<void> {
  const row = { id: newId(), method, result, ...placeOf(visitor) }
  const into =
    kind === 'user'
      ? trx.insertInto('login_log').values({ ...row, user_id: id })
      : trx.insertInto('platform.login_log').values({ ...row, operator_id: id })
  await into.execute()
}

export const signIns = (db: Kysely<DB>, scope: RowScope, search: SignInSearch) =>
  allSignIns(db, 'user', logScopeOf(scope), search)

export const operatorSignIns = (db: Kysely<DB>, scope: LogScope, search: SignInSearch) =>
  allSignIns(db, 'operator', scope, search)

/** For the person to see; the text of the search finds addresses alone. */
export async function ownSignIns(
  db: Kysely<DB>,
  { kind, id }: { kind: Kind; id: string },
  search: SignInSearch,
) {
  const query = matching(db, kind, id, search, ['log.ip'])
  const page = await pageOfLog<Raw, SignInSearch>(db, query, search, order)
  const rows = page.rows.map(({ id, at, method, result, ip, user_agent }) => ({
    ...{ id, at, method, result, ip },
    device: deviceOf(user_agent),
  }))
  return { ...page, rows, totals: {} }
}

const order = { at: 'log.at', tie: 'log.id' }

type Raw = Omit<SignInRow, 'outcome' | 'reason' | 'device'> & { result: string; user_agent: string | null }

async function allSignIns(
  db: Kysely<DB>,
  kind: Kind,
  { own }: LogScope,
  search: SignInSearch,
): Promise<LogPage<SignInRow, SignInSearch>> {
  const query = matching(db, kind, own, search, ['person.name', 'person.email', 'log.ip'])
  const page = await pageOfLog<Raw, SignInSearch>(db, query, search, order)
  const rows = page.rows.map(({ result, user_agent, ...row }) => ({
    ...row,
    outcome: outcomeOf(result),
    reason: isGood(result) ? null : result,
    device: deviceInWords(deviceOf(user_agent), '') || null,
  }))
  return { ...page, rows, totals: {} }
}

function outcomeOf(result: string): string {
  if (!isGood(result)) return 'failed'
  return isSuccess(result) ? 'success' : result
}

/** Both places have such a log and such people; only the column between them has two names. */
function matching(
  db: Kysely<DB>,
  kind: Kind,
  own: string | null,
  { outcome, method, person, from, to, q }: SignInSearch,
  searched: ('person.name' | 'person.email' | 'log.ip')[],
) {
  const place = places[kind]
  const person_id = `log.${place.id}` as 'log.user_id'
  let query = db
    .selectFrom(`${place.log} as log` as 'login_log as log')
    .leftJoin(`${place.person} as person` as 'user_account as person', 'person.id', person_id)
    .select(['log.id', 'log.at', 'log.method', 'log.result', 'log.ip', 'log.user_agent'])
    .select(['person.name as person', `${person_id} as person_id`])
  if (own !== null) query = query.where(person_id, '=', own)
  if (person) query = query.where(person_id, '=', person)
  if (outcome === 'success') query = query.where('log.result', 'in', successes)
  if (outcome === 'failed') query = query.where('log.result', 'not in', goodResults)
  if (method) query = query.where('log.method', '=', method)
  if (from) query = query.where('log.at', '>=', dayBegins(from))
  if (to) query = query.where('log.at', '<', dayBegins(to, 1))
  if (q) query = query.where((eb) => contains(eb, q, searched))
  return query
}
