import { type Kysely, sql } from 'kysely'

/** The rest of what is known of parents and students, by what they are found to be the same, and when classes pause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table parent
  add column tin text,
  add column consent_at timestamptz,
  add constraint parent_identity_check check ((identity_no_sealed is null) = (identity_no_index is null));
create index parent_phone_idx on parent (phone);
create index parent_email_idx on parent (lower(email));

alter table student
  add column allergies text,
  add column tags text[] not null default '{}',
  -- since when the status is what it is; of a new one null
  add column status_on date,
  add constraint student_identity_check check ((identity_no_sealed is null) = (identity_no_index is null)),
  add constraint student_tags_check check (cardinality(tags) <= 10);
create unique index student_birth_cert_no_key on student (lower(birth_cert_no)) where deleted_at is null;
-- the same name, however it is written, on the same day of birth
create index student_twin_idx on student (born_on, (regexp_replace(lower(name), '[[:space:][:punct:]]', '', 'g')));

create unique index student_parent_primary_key on student_parent (student_id) where is_primary;

alter table enrolment
  add column paused_from date,
  -- the last day of the pause; null until somebody ends it
  add column paused_to date,
  add constraint enrolment_paused_check check (paused_from <= paused_to and (paused_from is not null or paused_to is null));
`)
    .execute(db)
}
