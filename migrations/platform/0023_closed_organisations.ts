import { type Kysely, sql } from 'kysely'

/**
 * Why an operator closed an organisation: none where it is inactive for another reason, such as a subscription that has
 * ended, since paying for that opens only what was closed by it. And what operators write down about an organisation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity
  add column inactive_reason text,
  add constraint entity_inactive_reason_check check (
    inactive_reason is null or (status = 'inactive' and char_length(inactive_reason) between 10 and 300));

create table platform.entity_note (
  id uuid not null,
  entity_id uuid not null,
  body text not null,
  -- Whoever wrote it may be removed later; the name stays.
  author_id uuid,
  author text not null,
  created_at timestamptz not null default now(),
  constraint entity_note_pkey primary key (id),
  constraint entity_note_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint entity_note_body_check check (char_length(body) between 1 and 1000)
);
create index entity_note_entity_id_idx on platform.entity_note (entity_id, created_at desc, id desc);
alter table platform.entity_note enable row level security;
create policy entity_note_platform on platform.entity_note to lunas_platform using (true) with check (true);
grant select, insert on platform.entity_note to lunas_platform;
`)
    .execute(db)
}
