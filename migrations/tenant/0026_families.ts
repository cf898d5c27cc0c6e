import { type Kysely, sql } from 'kysely'

/**
 * What the office keeps of a family besides its people and its money, and indexes by which people, invoices and payments
 * are found by a part of a name or a number, however many there are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Whose family: the parent who pays. What was written stays; one that is struck out says who did it and when.
create table family_note (
  id uuid not null,
  parent_id uuid not null,
  body text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  struck_at timestamptz,
  struck_by uuid,
  constraint family_note_pkey primary key (id),
  constraint family_note_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint family_note_created_by_fkey foreign key (created_by) references user_account (id),
  constraint family_note_struck_by_fkey foreign key (struck_by) references user_account (id),
  constraint family_note_body_check check (char_length(body) between 1 and 2000),
  constraint family_note_struck_check check ((struck_at is null) = (struck_by is null))
);
create index family_note_parent_id_idx on family_note (parent_id, created_at desc);

-- A removed one keeps its row, which says what it was; its bytes are gone.
create table family_file (
  id uuid not null,
  parent_id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  removed_at timestamptz,
  removed_by uuid,
  constraint family_file_pkey primary key (id),
  constraint family_file_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint family_file_created_by_fkey foreign key (created_by) references user_account (id),
  constraint family_file_removed_by_fkey foreign key (removed_by) references user_account (id),
  constraint family_file_name_check check (char_length(name) between 1 and 120),
  constraint family_file_content_type_check check (content_type in ('application/pdf','image/jpeg')),
  constraint family_file_removed_check check ((removed_at is null) = (removed_by is null))
);
create index family_file_parent_id_idx on family_file (parent_id, created_at desc);

-- The open invoices of a family.
create index invoice_payer_open_idx on invoice (payer_parent_id, due_on) where status in ('unpaid','pending');

-- By any part of a text. Where the extension is not, or not for us, we do without and look at every row.
do $$
declare
  place text;
begin
  select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm' and has_schema_privilege(extnamespace, 'usage');
  if place is null then return; end if;
  execute format('create index student_search_idx on student using gin (name %1$I.gin_trgm_ops, student_no %1$I.gin_trgm_ops)', place);
  execute format('create index parent_search_idx on parent using gin (name %1$I.gin_trgm_ops, phone %1$I.gin_trgm_ops, email %1$I.gin_trgm_ops, family_code %1$I.gin_trgm_ops)', place);
  execute format('create index invoice_search_idx on invoice using gin (number %1$I.gin_trgm_ops)', place);
  execute format('create index payment_search_idx on payment using gin (number %1$I.gin_trgm_ops, payer_name %1$I.gin_trgm_ops, reference_no %1$I.gin_trgm_ops, gateway_transaction_id %1$I.gin_trgm_ops, gateway_order_no %1$I.gin_trgm_ops)', place);
end $$;
`)
    .execute(db)
}
