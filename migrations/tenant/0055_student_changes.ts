import { type Kysely, sql } from 'kysely'

/** What a parent asks to have changed of what is kept of their child; the office decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table student_change (
  id uuid not null,
  student_id uuid not null,
  parent_id uuid not null,
  changes_sealed text not null,
  reason text,
  status text not null default 'requested',
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint student_change_pkey primary key (id),
  constraint student_change_student_id_fkey foreign key (student_id) references student (id),
  constraint student_change_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint student_change_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint student_change_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint student_change_reason_check check (char_length(reason) between 1 and 300),
  constraint student_change_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint student_change_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint student_change_four_eyes_check check (status <> 'approved' or decided_by <> requested_by)
);
create index student_change_student_id_idx on student_change (student_id);
create index student_change_parent_id_idx on student_change (parent_id);
create unique index student_change_open_key on student_change (student_id) where status = 'requested';
`)
    .execute(db)
}
