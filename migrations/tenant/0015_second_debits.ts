import { type Kysely, sql } from 'kysely'

/** A second debit of an order that was paid is a payment of its own; and each transaction so far has its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A payer who gave up what still waits for an approver: FPX is asked on, the invoice is not held again.
alter table payment_attempt add column given_up_at timestamptz;

alter table payment
  add column second_debit_of uuid,
  add constraint payment_second_debit_of_fkey foreign key (second_debit_of) references payment_attempt (id),
  add constraint payment_second_debit_of_check check (second_debit_of is null or (attempt_id is null and method = 'fpx'));
create index payment_second_debit_of_idx on payment (second_debit_of) where second_debit_of is not null;

insert into platform.gateway_transaction (gateway, environment, transaction_id, entity_id, attempt_id, claimed_at)
select gateway, gateway_environment, gateway_transaction_id, entity.id, attempt_id, payment.created_at
from payment, platform.entity
where entity.schema_name = current_schema() and attempt_id is not null
  and gateway_environment is not null and gateway_transaction_id <> ''
on conflict do nothing;
`)
    .execute(db)
}
