import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { operatorMay } from '#app/domain/core/access/operator-access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  type OperatorReader,
  operatorList,
  type SearchOf,
  type Selected,
  tenantList,
} from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { actionGroups, actorTypes, mostEntries, objectTypes } from './entry.ts'
import { containsShown } from './search-details.ts'

export interface LogScope {
  own: string | null
}

export const logScopeOf = ({ scope, user_id }: RowScope): LogScope => ({
  own: scope === 'all' ? null : user_id,
})

/** What an operator sees in the platform's logs: support sees only its own actions. */
export const logScopeOfOperator = ({ id, role }: OperatorReader): LogScope => ({
  own: operatorMay(role, 'admin.audit.view') ? null : id,
})
const seesAll = (reader: OperatorReader) => logScopeOfOperator(reader).own === null

const columns = {
  action: { key: 'action', label: 'audit.action', words: 'audit.actions' },
  about: { key: 'about', label: 'audit.about' },
  entity: { key: 'entity', label: 'audit.entity', room: 'wide' },
  actor_name: { key: 'actor_name', label: 'audit.actor', none: 'audit.actor_types.guest' },
  at: { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  ip: { key: 'ip', label: 'audit.ip', kind: 'number', room: 'wide' },
  object_id: { key: 'object_id', label: 'audit.object_id', only: 'file' },
  request_id: { key: 'request_id', label: 'audit.request_id', only: 'file' },
} as const
const { entity: _, ...entryColumns } = columns

const narrowing = {
  from: onDay('audit.from', { until: 'to' }),
  to: onDay('audit.to'),
  group: oneOf('audit.group', actionGroups, 'audit.groups', { sorted: true }),
  object: oneOf('audit.object_type', objectTypes, 'audit.objects', { sorted: true }),
  actor_type: oneOf('audit.actor_type', actorTypes, 'audit.actor_types'),
  object_id: linkOnly(z.string().max(100)),
}

const person = oneEntry('audit.person', (db, _reader, chosen) => auditPeople(db, chosen))

const order = { defaultSort: '-at', tieBreaker: 'position', maxRows: mostEntries } as const

/** Everything that was done in an organisation, the newest first. */
export const auditList = tenantList<Entry>()({
  name: 'log/audit',
  title: 'audit.plural',
  access: { view: 'audit.view', print: 'audit.print' },
  columns: Object.values(entryColumns),
  filters: { person, ...narrowing },
  ...order,
  query: (db, { scope }, search) => matching(db, logScopeOf(scope), search),
})

/** The log of one organisation as an operator reads it, in that organisation's schema. */
export const entityAuditList = operatorList<Selected<typeof ofPlatform>>()({
  name: 'log/audit',
  title: 'audit.of_entity',
  access: { view: 'admin.audit.view', print: 'admin.audit.print' },
  columns: Object.values(entryColumns),
  filters: { person, ...narrowing, entity: linkOnly(z.uuid()) },
  ...order,
  query: (db, reader, search) =>
    matching(db, logScopeOfOperator(reader), search).select(sql<string | null>`null`.as('entity')),
})

/** The platform's own log. `entity_id`: entries about an organisation. `entity`: the log of that one instead. */
export const platformAuditList = operatorList<Selected<typeof ofPlatform>>()({
  name: 'log/audit',
  title: 'audit.plural',
  access: { print: 'admin.audit.print' },
  columns: Object.values(columns),
  filters: {
    person: oneEntry('audit.person', auditOperators, { when: seesAll }),
    ...narrowing,
    entity_id: oneEntry('audit.entity', entityChoices, { when: seesAll }),
    entity: oneEntry('audit.choose_log', entityChoices, { all: 'audit.platform_log', when: seesAll }),
  },
  ...order,
  query(db, reader, search) {
    // The log of one organisation is another list, `entityAuditList`.
    if (search.entity) throw new Refusal('not_found.page')
    const query = ofPlatform(db, logScopeOfOperator(reader), search)
    return search.entity_id ? query.where(about_entity, '=', search.entity_id) : query
  },
})

/** The number, name or code of the object. */
const about = sql<string | null>`coalesce(
  log.after->>'number', log.before->>'number', log.after->>'order_no', log.after->>'name', log.before->>'name',
  log.after->>'code', log.before->>'code', log.after->>'email', log.after->>'to', log.after->>'subdomain',
  log.after->>'page')`

/** Null for a guest, whose name is a word of the reader's language. */
const actor_name = sql<string | null>`case when log.actor_type <> 'guest' then log.actor_name end`

const about_entity = sql<string | null>`log.entity_id`

function ofPlatform(db: Kysely<DB>, scope: LogScope, search: AuditSearch) {
  return matching(db, scope, search).select((eb) =>
    eb
      .selectFrom('platform.entity as entity')
      .where(sql<boolean>`entity.id = ${about_entity}`)
      .select('entity.name')
      .as('entity'),
  )
}

type AuditSearch = SearchOf<typeof narrowing> & { person: string | undefined }
type Entry = Selected<typeof matching>

/** Tenants and the platform have a table of this name with these columns. */
function matching(db: Kysely<DB>, { own }: LogScope, search: AuditSearch) {
  const { from, to, person, actor_type, group, object, object_id, q } = search
  let query = db
    .selectFrom('audit_log as log')
    .select(['log.id', 'log.at', 'log.actor_type', 'log.action', 'log.object_type'])
    .select(actor_name.as('actor_name'))
    .select(['log.position', 'log.ip', 'log.object_id', 'log.request_id', about.as('about')])
  if (own !== null) query = query.where('log.actor_id', '=', own)
  if (from) query = query.where('log.at', '>=', dayBegins(from))
  if (to) query = query.where('log.at', '<', dayBegins(to, 1))
  if (person) query = query.where('log.actor_id', '=', person)
  if (actor_type) query = query.where('log.actor_type', '=', actor_type)
  if (group) query = query.where('log.action', 'like', `${group.replaceAll('_', '\\_')}.%`)
  if (object) query = query.where('log.object_type', '=', object)
  if (object_id) query = query.where('log.object_id', '=', object_id)
  if (q) {
    query = query.where((eb) =>
      eb.or([
        eb('log.object_id', '=', q),
        eb('log.request_id', '=', q),
        eb('log.ip', '=', q),
        containsShown(q, {
          texts: [sql`log.actor_name`, about],
          details: [sql`log.before`, sql`log.after`],
        }),
      ]),
    )
  }
  return query
}

/** Refuses (not_found.audit_entry) one that the reader may not see. */
export async function auditEntry(db: Kysely<DB>, { own }: LogScope, id: string) {
  let query = db
    .selectFrom('audit_log as log')
    .select([
      'log.id',
      'log.position',
      'log.at',
      'log.actor_type',
      'log.actor_id',
      actor_name.as('actor_name'),
    ])
    .select(['log.action', 'log.object_type', 'log.object_id', 'log.before', 'log.after'])
    .select(['log.ip', 'log.user_agent', 'log.request_id', about.as('about')])
    .select((eb) =>
      eb
        .selectFrom('audit_seal as seal')
        .whereRef('seal.last_position', '>=', 'log.position')
        .select('seal.number')
        .orderBy('seal.last_position')
        .limit(1)
        .as('seal'),
    )
    .where('log.id', '=', id)
  if (own !== null) query = query.where('log.actor_id', '=', own)
  const row = await query.executeTakeFirst()
  if (!row) throw new Refusal('not_found.audit_entry')
  return {
    ...row,
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
  }
}
export type AuditEntry = Awaited<ReturnType<typeof auditEntry>>

/** Null when it is about none. */
export async function entityOfEntry(db: Kysely<DB>, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('platform.audit_log as log')
    .leftJoin('platform.entity as entity', 'entity.id', 'log.entity_id')
    .select('entity.name')
    .where('log.id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Everybody but parents, for the filter; and `chosen`, whoever that is. */
export async function auditPeople(db: Kysely<DB>, chosen: string | undefined) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([sql<boolean>`not roles <@ array['parent']`, ...(chosen ? [eb('id', '=', chosen)] : [])]),
    )
    .orderBy('name')
    .limit(300)
    .execute()
}

export async function auditOperators(db: Kysely<DB>) {
  return db.selectFrom('platform.operator').select(['id', 'name']).orderBy('name').limit(300).execute()
}
