import { type Kysely, sql } from 'kysely'

/** What an organisation has answered that asks to be let in and has not handed it in yet, and the documents of both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.entity_registration_draft (
  id uuid not null,
  -- The code itself is with who began it, and nowhere here.
  code_hash bytea not null,
  answers_sealed text not null,
  -- The step that was answered last.
  step text not null,
  locale text not null,
  -- What has become of it; its answers are gone then.
  registration_id uuid,
  expires_at timestamptz not null,
  ip text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entity_registration_draft_pkey primary key (id),
  constraint entity_registration_draft_code_hash_key unique (code_hash),
  constraint entity_registration_draft_registration_id_key unique (registration_id),
  constraint entity_registration_draft_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id),
  constraint entity_registration_draft_locale_check check (locale in ('en','my'))
);
create index entity_registration_draft_expires_at_idx on platform.entity_registration_draft (expires_at);

-- Of a draft until it is handed in, of the registration from then on.
create table platform.entity_registration_file (
  id uuid not null,
  draft_id uuid,
  registration_id uuid,
  kind text not null,
  storage_key text not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  constraint entity_registration_file_pkey primary key (id),
  constraint entity_registration_file_draft_id_fkey foreign key (draft_id) references platform.entity_registration_draft (id),
  constraint entity_registration_file_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id),
  constraint entity_registration_file_owner_check check (num_nonnulls(draft_id, registration_id) = 1),
  constraint entity_registration_file_kind_check check (kind in ('certificate','licence','bank_header','other')),
  constraint entity_registration_file_size_bytes_check check (size_bytes > 0)
);
create index entity_registration_file_draft_id_idx on platform.entity_registration_file (draft_id);
create index entity_registration_file_registration_id_idx on platform.entity_registration_file (registration_id);

grant select, insert, update, delete on platform.entity_registration_draft, platform.entity_registration_file to lunas_platform;
alter table platform.entity_registration_draft enable row level security;
create policy entity_registration_draft_platform on platform.entity_registration_draft to lunas_platform using (true) with check (true);
alter table platform.entity_registration_file enable row level security;
create policy entity_registration_file_platform on platform.entity_registration_file to lunas_platform using (true) with check (true);
`)
    .execute(db)
}
