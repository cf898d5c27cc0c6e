import { type Kysely, sql } from 'kysely'

/** Who asked for an adjustment of a payout may think better of it while it waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.payout_adjustment
  drop constraint payout_adjustment_status_check,
  add constraint payout_adjustment_status_check check (status in ('requested','approved','rejected','withdrawn')),
  drop constraint payout_adjustment_decided_check,
  add constraint payout_adjustment_decided_check check ((decided_at is null) = (status in ('requested','withdrawn')));
`)
    .execute(db)
}
