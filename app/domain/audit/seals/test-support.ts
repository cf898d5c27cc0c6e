import { sql } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { newId } from '#db/id.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { readAt, type Tenant } from '#tests/support/database/tenant.ts'
import { type Anchor, entriesOf, rowsBetween, sealHash, sealLog, sealsBetween } from './seal.ts'
import { verifyLog } from './verify.ts'

/** In the hands of a test, and of somebody who owns the database and should not be trusted. */
export function logOf(tenant: Tenant) {
  const { schema } = tenant.place
  return {
    /** Each in its own transaction. */
    async write(count: number) {
      for (let n = 0; n < count; n++)
        await tenant.write((trx) =>
          record(trx, systemActor, 'category.edited', { type: 'category', id: newId() }, { after: { n } }),
        )
    },
    /** Past the domain, in one statement. */
    async fill(count: number) {
      await tenant.write((trx) =>
        sql`insert into audit_log (id, actor_type, actor_name, action, object_type, object_id, before, after, ip, user_agent)
          select gen_random_uuid(), 'user', 'Puan Aminah', 'invoice.edited', 'invoice', gen_random_uuid()::text,
            jsonb_build_object('total_sen', n, 'status', 'draft', 'remark', repeat('x', 40)),
            jsonb_build_object('total_sen', n + 1, 'status', 'unpaid', 'remark', repeat('y', 40)),
            '203.0.113.' || n % 250, 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0'
          from generate_series(1, ${count}::int) as n`.execute(trx),
      )
    },
    seal: (waitMs?: number) => sealLog(tenant.write, 'tenant', waitMs === undefined ? {} : { waitMs }),
    verify: (anchors: Anchor[] = []) =>
      verifyLog((work) => readAt(tenant.database, tenant.place, work), 'tenant', anchors),
    /** Runs as the owner of the tables, past every right. */
    tamper: (text: string) =>
      asAdmin(tenant.database.ownerUrl, async (owner) => {
        await owner.query(`set search_path = ${schema}`)
        return (await owner.query(text)).rows as Record<string, unknown>[]
      }),
    rows: () =>
      tenant.read((db) =>
        db.selectFrom('audit_log').select(['position', 'id']).orderBy('position').execute(),
      ),
    seals: () =>
      tenant.read((db) =>
        db
          .selectFrom('audit_seal')
          .select(['number', 'first_position', 'last_position', 'row_count', 'hash'])
          .orderBy('number')
          .execute(),
      ),
  }
}

/** Over what the rows say now, as somebody would who knows how and owns the database. */
export async function resealed(tenant: Tenant, from: number, { onlyOne = false } = {}): Promise<void> {
  const log = logOf(tenant)
  const seals = await tenant.read((db) => sealsBetween(db, 0, 1_000, 1_000))
  let previous = seals[from - 2]!
  for (const old of seals.slice(from - 1, onlyOne ? from : undefined)) {
    const rows = await tenant.read((db) =>
      rowsBetween(db, 'tenant', old.first_position - 1, old.last_position, 1_000),
    )
    const forged = { ...old, entries: entriesOf(rows), previous_hash: previous.hash }
    previous = { ...forged, hash: sealHash(forged) }
    const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`
    await log.tamper(`update audit_seal set entries = ${hex(previous.entries)}, hash = ${hex(previous.hash)},
      previous_hash = ${hex(previous.previous_hash)} where number = ${old.number}`)
  }
}
