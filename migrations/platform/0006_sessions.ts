import { type Kysely, sql } from 'kysely'

/** How each session of an operator began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.operator_session
  add column method text not null default 'email',
  add constraint operator_session_method_check check (method in ('email','reset','invitation'));
`)
    .execute(db)
}
