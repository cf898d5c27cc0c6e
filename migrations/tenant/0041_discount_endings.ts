import { type Kysely, sql } from 'kysely'

/** A discount of a student may be renewed before it ends, that it ends soon is told once, and statements are files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table student_discount
  add column renews_id uuid,
  add constraint student_discount_renews_id_fkey foreign key (renews_id) references student_discount (id);
-- One that follows another stands beside it until that one ends.
drop index student_discount_open_key;
create unique index student_discount_open_key on student_discount (student_id, discount_id)
  where status in ('requested','approved') and renews_id is null;
create unique index student_discount_renewed_key on student_discount (renews_id)
  where status in ('requested','approved');

-- What was told of: a rule, or a discount of a student, by its last day. Another last day is told again.
create table discount_ending (
  subject_id uuid not null,
  ends_on date not null,
  told_at timestamptz not null default now(),
  constraint discount_ending_pkey primary key (subject_id, ends_on)
);

-- A statement of account is a file that is made and mailed as an invoice is.
alter table document
  drop constraint document_kind_check,
  add constraint document_kind_check check (kind in ('receipt','invoice','list','statement'));
`)
    .execute(db)
}
