import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '#db/owner.ts'
import { up } from '#migrations/tenant/0024_enrolment_pauses.ts'
import { enrolment } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'

/** The schema as it was before. */
const before = `
drop table enrolment_pause;
alter table enrolment add column paused_from date, add column paused_to date;`

test('each pause that an enrolment had is its first in the table, and who had none has none', async () => {
  const tenant = await freshTenant()
  const [open, over] = await tenant.write(async (trx) => [
    await enrolment(trx, { status: 'paused' }),
    await enrolment(trx),
    await enrolment(trx),
  ])
  await asOwner(tenant.database.ownerUrl, (owner) =>
    owner.connection().execute(async (db) => {
      await sql`select set_config('search_path', ${tenant.place.schema}, false)`.execute(db)
      await sql.raw(before).execute(db)
      await sql`update enrolment set paused_from = '2026-03-02' where id = ${open!.id}`.execute(db)
      await sql`update enrolment set paused_from = '2026-02-02', paused_to = '2026-02-06'
        where id = ${over!.id}`.execute(db)
      await up(db as unknown as Kysely<unknown>)
      const { rows } = await sql`select enrolment_id, paused_from, paused_to from enrolment_pause
        order by paused_from`.execute(db)
      expect(rows).toEqual([
        { enrolment_id: over!.id, paused_from: '2026-02-02', paused_to: '2026-02-06' },
        { enrolment_id: open!.id, paused_from: '2026-03-02', paused_to: null },
      ])
      await sql`reset search_path`.execute(db)
    }),
  )
})
