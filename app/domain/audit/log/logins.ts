import type { Kysely } from 'kysely'
import { z } from 'zod'
import { dayBegins } from '#app/domain/core/clock.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  type OperatorReader,
  operatorList,
  ownList,
  type SearchOf,
  type Selected,
  tenantList,
} from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import {
  goodResults,
  isGood,
  isSuccess,
  operatorSignInMethods,
  signInMethods,
  successes,
} from '#app/domain/core/sign-in-log.ts'
import { type Device, deviceInWords, deviceOf } from '#app/domain/identity/accounts/device.ts'
import type { DB } from '#db/types.ts'
import { auditOperators, auditPeople, type LogScope, logScopeOf, logScopeOfOperator } from './audit.ts'
import { mostEntries } from './entry.ts'

export const signInOutcomes = ['success', 'failed'] as const

export interface SignInRow {
  id: string
  at: Date
  /** Null when the typed address has no account. */
  person: string | null
  person_id: string | null
  /** `failed` also for a good result after which nobody was in yet. */
  outcome: string
  method: string
  /** The refusal's code; null when there was none. */
  reason: string | null
  /** "Chrome · Android" */
  device: string | null
  ip: string | null
}

/** A sign-in of the reader's own account. */
export interface OwnSignInRow extends Pick<SignInRow, 'id' | 'at' | 'method' | 'ip'> {
  /** One of {@link goodResults}, or the code of a refusal. */
  result: string
  device: Device | null
}

type Kind = 'user' | 'operator'

const logs = {
  user: { log: 'login_log', person: 'user_account', id: 'user_id' },
  operator: { log: 'platform.login_log', person: 'platform.operator', id: 'operator_id' },
} as const

const columns = {
  person: { key: 'person', label: 'audit.login.person' },
  outcome: { key: 'outcome', label: 'audit.login.outcome', words: 'audit.login.outcomes' },
  method: { key: 'method', label: 'audit.login.method', words: 'profile.methods', room: 'table' },
  reason: { key: 'reason', label: 'audit.login.reason', words: 'refusal', only: 'file' },
  at: { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  device: { key: 'device', label: 'audit.device' },
  ip: { key: 'ip', label: 'audit.ip', kind: 'number' },
} as const

const period = { from: onDay('audit.from', { until: 'to' }), to: onDay('audit.to') }
const outcome = oneOf('audit.login.outcome', signInOutcomes, 'audit.login.outcomes')
const methodOf = <const Method extends string>(methods: readonly Method[]) =>
  oneOf('audit.login.method', methods, 'profile.methods')

const order = { defaultSort: '-at', tieBreaker: 'id', maxRows: mostEntries } as const
const everywhere = ['person.name', 'person.email', 'log.ip'] as const

/** Sign-ins of an organisation's people, successful and refused, newest first. */
export const signInList = tenantList<SignInRow, Raw>()({
  name: 'log/login',
  title: 'audit.login.plural',
  access: { view: 'audit.view', print: 'audit.print' },
  columns: Object.values(columns),
  filters: {
    ...period,
    outcome,
    method: methodOf(signInMethods),
    person: oneEntry('audit.person', (db, _reader, chosen) => auditPeople(db, chosen)),
  },
  ...order,
  query: (db, { scope }, search) => matching(db, 'user', logScopeOf(scope), search, everywhere),
  row: rowOf,
})

/** The same for operators, in the platform's schema. */
export const operatorSignInList = operatorList<SignInRow, Raw>()({
  name: 'log/login',
  title: 'audit.login.plural',
  access: { print: 'admin.audit.print' },
  columns: Object.values(columns),
  filters: {
    ...period,
    outcome,
    method: methodOf(operatorSignInMethods),
    person: oneEntry('audit.person', auditOperators, {
      when: (reader: OperatorReader) => logScopeOfOperator(reader).own === null,
    }),
  },
  ...order,
  query: (db, reader, search) => matching(db, 'operator', logScopeOfOperator(reader), search, everywhere),
  row: rowOf,
})

/** A person's own sign-ins. The search text matches IP addresses only. */
export const ownSignInLists = {
  user: ownSignIns('user', signInMethods),
  operator: ownSignIns('operator', operatorSignInMethods),
}

function ownSignIns(kind: Kind, methods: readonly string[]) {
  return ownList<OwnSignInRow, Raw>()({
    name: 'profile/log',
    title: 'profile.log.one',
    access: {},
    columns: [
      columns.at,
      columns.method,
      { key: 'result', label: 'audit.login.outcome' },
      columns.device,
      columns.ip,
    ],
    filters: { ...period, outcome, method: methodOf(methods), person: linkOnly(z.uuid()) },
    ...order,
    query: (db, { id }, search) => matching(db, kind, { own: id }, search, ['log.ip']),
    row: ({ id, at, method, result, ip, user_agent }) => ({
      ...{ id, at, method, result, ip },
      device: deviceOf(user_agent),
    }),
  })
}

type Raw = Selected<typeof matching>

function rowOf({ result, user_agent, ...row }: Raw): SignInRow {
  return {
    ...row,
    outcome: outcomeOf(result),
    reason: isGood(result) ? null : result,
    device: deviceInWords(deviceOf(user_agent), '') || null,
  }
}

function outcomeOf(result: string): string {
  if (!isGood(result)) return 'failed'
  return isSuccess(result) ? 'success' : result
}

type SignInSearch = SearchOf<typeof period & { outcome: typeof outcome }> & {
  method?: string | undefined
  person?: string | undefined
}

/** Tenants and the platform have the same log; only the column of the person has two names. */
function matching(
  db: Kysely<DB>,
  kind: Kind,
  { own }: LogScope,
  { outcome, method, person, from, to, q }: SignInSearch,
  searched: readonly ('person.name' | 'person.email' | 'log.ip')[],
) {
  const place = logs[kind]
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
