import { type Kysely, sql } from 'kysely'

/** What a trainer has learnt, and how they are paid: where to, and for what how much. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table trainer
  add column qualification text,
  add column bank_name text,
  add column account_name text,
  add column account_number_sealed text,
  add column tin text,
  add column pay_type text,
  add column pay_rate_sen bigint,
  add constraint trainer_account_check check (num_nonnulls(bank_name, account_name, account_number_sealed) in (0, 3)),
  add constraint trainer_pay_type_check check (pay_type in ('hour','session','month')),
  add constraint trainer_pay_rate_sen_check check (pay_rate_sen between 1 and 10000000),
  add constraint trainer_pay_check check ((pay_type is null) = (pay_rate_sen is null));
create index trainer_name_idx on trainer (name, id) where deleted_at is null;
`)
    .execute(db)
}
