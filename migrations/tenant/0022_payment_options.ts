import { type Kysely, sql } from 'kysely'

/** Ways to pay are kept by form: several may be by transfer, each with an account of its own; each of FPX is one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table payment_option rename column label to name;
alter table payment_option
  add column code text,
  add column needs_slip boolean not null default false,
  add column status text not null default 'active',
  add column created_by uuid,
  add column updated_by uuid,
  add column deleted_at timestamptz;
update payment_option set
  code = upper(replace(method, '_', '-')),
  status = case when enabled then 'active' else 'inactive' end;
alter table payment_option
  alter column code set not null,
  drop column enabled,
  drop constraint payment_option_method_key,
  add constraint payment_option_status_check check (status in ('active','inactive')),
  add constraint payment_option_limits_check check (min_sen <= max_sen);
create unique index payment_option_code_key on payment_option (lower(code)) where deleted_at is null;
create unique index payment_option_gateway_key on payment_option (method)
  where method not in ('cash','bank_transfer') and deleted_at is null;
`)
    .execute(db)
}
