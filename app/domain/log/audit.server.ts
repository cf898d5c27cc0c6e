import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { dayBegins } from '#app/domain/clock.server.ts'
import { containing } from '#app/domain/lists/search.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import type { AuditRow, AuditSearch, PlatformAuditRow, PlatformAuditSearch } from './entry.ts'
import { type LogPage, pageOfLog } from './page.server.ts'

export interface LogScope {
  own: string | null
}

export const logScopeOf = ({ scope, user_id }: RowScope): LogScope => ({
  own: scope === 'all' ? null : user_id,
})

export function auditEntries(
  db: Kysely<DB>,
  scope: LogScope,
  search: AuditSearch,
): Promise<LogPage<AuditRow, AuditSearch>> {
  return pageOfLog(db, matching(db, scope, search), search, order)
}

export function platformAuditEntries(
  db: Kysely<DB>,
  scope: LogScope,
  search: PlatformAuditSearch,
): Promise<LogPage<PlatformAuditRow, PlatformAuditSearch>> {
  const entity_id = sql<string | null>`log.entity_id`
  // An organisation's log is another log, read at its own place.
  if (search.entity) throw new Refusal('not_found.page')
  let query = matching(db, scope, search).select((eb) =>
    eb
      .selectFrom('platform.entity as entity')
      .whereRef('entity.id', '=', entity_id as never)
      .select('entity.name')
      .as('entity'),
  )
  if (search.entity_id) query = query.where(entity_id, '=', search.entity_id)
  return pageOfLog(db, query, search, order)
}

const order = { at: 'log.at', tie: 'log.position' }

/** Its number, name or code, by which people know a thing. */
const about = sql<string | null>`coalesce(
  log.after->>'number', log.before->>'number', log.after->>'order_no', log.after->>'name', log.before->>'name',
  log.after->>'code', log.before->>'code', log.after->>'email', log.after->>'to', log.after->>'subdomain')`

/** Both places have a table of this name with these columns. */
function matching(db: Kysely<DB>, { own }: LogScope, search: AuditSearch) {
  const { from, to, person, actor_type, group, object, object_id, q } = search
  let query = db
    .selectFrom('audit_log as log')
    .select(['log.id', 'log.at', 'log.actor_type', 'log.actor_name', 'log.action', 'log.object_type'])
    .select(['log.ip', 'log.object_id', 'log.request_id', about.as('about')])
  if (own !== null) query = query.where('log.actor_id', '=', own)
  if (from) query = query.where('log.at', '>=', dayBegins(from))
  if (to) query = query.where('log.at', '<', dayBegins(to, 1))
  if (person) query = query.where('log.actor_id', '=', person)
  if (actor_type) query = query.where('log.actor_type', '=', actor_type)
  if (group) query = query.where('log.action', 'like', `${group.replaceAll('_', '\\_')}.%`)
  if (object) query = query.where('log.object_type', '=', object)
  if (object_id) query = query.where('log.object_id', '=', object_id)
  if (q) {
    const pattern = containing(q)
    query = query.where((eb) =>
      eb.or([
        eb('log.actor_name', 'ilike', pattern),
        eb('log.object_id', '=', q),
        eb('log.request_id', '=', q),
        eb('log.ip', '=', q),
        eb(sql<string>`log.after::text`, 'ilike', pattern),
        eb(sql<string>`log.before::text`, 'ilike', pattern),
      ]),
    )
  }
  return query
}

/** Refuses (not_found.audit_entry) one that the reader may not see. */
export async function auditEntry(db: Kysely<DB>, { own }: LogScope, id: string) {
  let query = db
    .selectFrom('audit_log as log')
    .select(['log.id', 'log.position', 'log.at', 'log.actor_type', 'log.actor_id', 'log.actor_name'])
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

/** Who does things in the office, for the filter; and `chosen`, whoever that is. */
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
