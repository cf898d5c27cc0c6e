import { type Kysely, sql } from 'kysely'

/** The organisation's own account with CHIP: at most one. Only its secret keys are secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table chip_account (
  id uuid not null,
  brand_id text not null,
  mode text not null,
  test_key_sealed text,
  live_key_sealed text,
  methods text[] not null default '{}',
  public_key text,
  hook_id text,
  hook_key text,
  checked_at timestamptz,
  fault text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint chip_account_pkey primary key (id),
  constraint chip_account_mode_check check (mode in ('test','live')),
  constraint chip_account_key_check check (case mode when 'test' then test_key_sealed else live_key_sealed end is not null),
  constraint chip_account_checked_check check (checked_at is not null or (methods = '{}' and public_key is null))
);
-- What CHIP has made of an attempt, once it has said so.
alter table payment_attempt
  add column purchase_id text,
  add column checkout_url text,
  add constraint payment_attempt_purchase_id_key unique (purchase_id);
create unique index chip_account_one_key on chip_account ((true));
`)
    .execute(db)
}
