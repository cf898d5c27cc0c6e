import { type Kysely, sql } from 'kysely'

/** What is known of staff, who heads a department, one main branch at most, and invitations to an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table staff
  add column identity_type text,
  add column identity_no_sealed text,
  add column identity_no_index bytea,
  add column gender text,
  add column born_on date,
  add constraint staff_identity_type_check check (identity_type in ('nric','passport','army')),
  add constraint staff_identity_check check ((identity_no_sealed is null) = (identity_no_index is null)),
  add constraint staff_gender_check check (gender in ('female','male')),
  add constraint staff_dates_check check (ended_on >= joined_on);
create unique index staff_staff_no_key on staff (lower(staff_no)) where deleted_at is null;
create unique index staff_identity_no_index_key on staff (identity_no_index) where deleted_at is null;
create index staff_department_id_idx on staff (department_id);
create index staff_branch_branch_id_idx on staff_branch (branch_id);

alter table department
  add column head_staff_id uuid,
  add constraint department_head_staff_id_fkey foreign key (head_staff_id) references staff (id);

create unique index branch_is_hq_key on branch (is_hq) where is_hq and deleted_at is null;

-- A way to a first password. The token itself is kept nowhere: it follows from the id and the application's key.
create table invitation (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  withdrawn_at timestamptz,
  constraint invitation_pkey primary key (id),
  constraint invitation_token_hash_key unique (token_hash),
  constraint invitation_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint invitation_end_check check (num_nonnulls(used_at, replaced_at, withdrawn_at) <= 1)
);
create unique index invitation_open_key on invitation (user_id)
  where used_at is null and replaced_at is null and withdrawn_at is null;
`)
    .execute(db)
}
