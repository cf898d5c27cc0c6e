import { sql, type Transaction } from 'kysely'
import { outboxChannel } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

const wake = sql`select pg_notify(${sql.lit(outboxChannel)}, '')`

/**
 * Enqueues sealing for each organisation whose audit log has grown since the last call; runs in the platform's schema and
 * returns how many. It compares Postgres's own row statistics, so that writers pay nothing and no tenant schema is read. The
 * counts are up to ten seconds late. After a crash of the database they start again at zero, which differs and therefore
 * triggers a check.
 */
export async function askForSeals(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql`
    with counted as (
      select entity.id, pg_stat_get_tuples_inserted(log.oid) as rows
      from platform.entity
      join pg_namespace as place on place.nspname = entity.schema_name
      join pg_class as log on log.relnamespace = place.oid and log.relname = 'audit_log'
    ), grown as (
      insert into platform.audit_watch (entity_id, counted)
      select id, rows from counted
      where not exists (
        select from platform.audit_watch where audit_watch.entity_id = counted.id and audit_watch.counted = counted.rows)
      on conflict (entity_id) do update set counted = excluded.counted, changed_at = now()
      returning entity_id
    )
    insert into platform.outbox (id, entity_id, name, payload)
    select gen_random_uuid(), entity_id, 'audit.seal', '{}' from grown returning id`.execute(trx)
  if (rows.length > 0) await wake.execute(trx)
  return rows.length
}

/** Enqueues the anchor of each active organisation whose log has grown since its last one; returns how many. */
export async function askForAnchors(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql`
    with due as (
      update platform.audit_watch as watch set anchored_at = now() from platform.entity
      where entity.id = watch.entity_id and entity.status = 'active'
        and (watch.anchored_at is null or watch.changed_at > watch.anchored_at)
      returning watch.entity_id
    )
    insert into platform.outbox (id, entity_id, name, payload)
    select gen_random_uuid(), entity_id, 'audit.anchor', '{}' from due returning id`.execute(trx)
  if (rows.length > 0) await wake.execute(trx)
  return rows.length
}
