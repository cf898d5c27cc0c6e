import { type Kysely, sql } from 'kysely'

/**
 * Credit that goes back by the way on which its money came: through CHIP, of one payment. CHIP is asked once, and while
 * nobody knows what became of that the credit stays reserved and no other refund of the payment is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table credit_refund
  add column payment_id uuid,
  add column sent_at timestamptz,
  add column before_sen bigint,
  add column failure text,
  add constraint credit_refund_payment_id_fkey foreign key (payment_id) references payment (id),
  drop constraint credit_refund_method_check,
  add constraint credit_refund_method_check check (method in ('cash','bank_transfer','chip')),
  add constraint credit_refund_payment_check check ((payment_id is not null) = (method = 'chip')),
  drop constraint credit_refund_status_check,
  add constraint credit_refund_status_check check (status in
    ('requested','approved','rejected','withdrawn','cancelled','sending','paid','failed')),
  drop constraint credit_refund_number_check,
  add constraint credit_refund_number_check check
    ((number is not null) = (status in ('approved','cancelled','sending','paid','failed'))),
  drop constraint credit_refund_four_eyes_check,
  add constraint credit_refund_four_eyes_check check (
    status not in ('approved','cancelled','sending','paid','failed') or coalesce(decided_by <> requested_by, false)),
  -- what had gone back before is read from CHIP before it is asked; one that was refused at sight was never sent
  add constraint credit_refund_sent_check check (
    (sent_at is null) = (before_sen is null) and (sent_at is null or method = 'chip')
    and (sent_at is not null or status <> 'sending') and (sent_at is not null or status <> 'paid' or method <> 'chip')),
  add constraint credit_refund_failed_check check ((failure is not null) = (status = 'failed'));
create index credit_refund_payment_id_idx on credit_refund (payment_id) where payment_id is not null;
create unique index credit_refund_sending_key on credit_refund (payment_id) where status = 'sending';
drop index credit_refund_reserved_idx;
create index credit_refund_reserved_idx on credit_refund (parent_id) where status in ('requested','approved','sending');

create or replace function reserved_credit(family uuid) returns bigint language sql stable set search_path from current as $$
  select coalesce(sum(amount_sen), 0)::bigint from credit_refund
  where parent_id = family and status in ('requested','approved','sending')
$$;

-- What goes back of a payment that stays may go in parts.
drop index collection_payment_id_key;
create unique index collection_payment_id_key on collection (payment_id, (source = 'rounding'), (gross_sen < 0))
  where status <> 'refunded';

-- Of a payment no more goes back through CHIP than came: whoever asks, and however many at once.
create function refuse_refund_beyond_payment() returns trigger language plpgsql set search_path from current as $$
declare
  came bigint;
begin
  select amount_sen - payer_fee_sen into came from payment
  where id = new.payment_id and method = 'chip' and payer_parent_id = new.parent_id for no key update;
  if came is null or came < (
    select coalesce(sum(amount_sen), 0) from credit_refund
    where payment_id = new.payment_id and status in ('requested','approved','sending','paid')
  ) then
    raise exception using errcode = 'check_violation', message = 'less than that came by this payment',
      table = 'credit_refund', constraint = 'credit_refund_beyond_payment';
  end if;
  return null;
end $$;
create trigger credit_refund_beyond_payment after insert or update of payment_id, amount_sen, status on credit_refund
  for each row when (new.payment_id is not null and new.status in ('requested','approved','sending','paid'))
  execute function refuse_refund_beyond_payment();
`)
    .execute(db)
}
