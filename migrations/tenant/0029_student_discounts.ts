import { type Kysely, sql } from 'kysely'

/** Which paper was seen for a discount that a student has, and that who asked for one may think again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table student_discount
  add column document text,
  drop constraint student_discount_status_check,
  add constraint student_discount_status_check check (status in ('requested','approved','rejected','withdrawn','ended')),
  add constraint student_discount_reason_check check (status <> 'rejected' or decision_reason is not null);
create index student_discount_status_idx on student_discount (status, ends_on) where status in ('requested','approved');
`)
    .execute(db)
}
