import { type Kysely, sql } from 'kysely'

/** Payments that correct another one, and what a request to cancel would do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What the requester saw that the cancellation does; the approver is told when it is different by then.
alter table cancel_request add column effects jsonb;

-- The payment that this one corrects: cancelled and recorded again in one act by the person who took the money.
alter table payment add column replaces_id uuid,
  add constraint payment_replaces_id_fkey foreign key (replaces_id) references payment (id),
  -- A payment is corrected once.
  add constraint payment_replaces_id_key unique (replaces_id),
  add constraint payment_replaces_check check (replaces_id <> id);

-- A correction is the one cancellation without a second person, so its limits are held here as well: the same person,
-- family, day and drawer, within ten minutes, and no correction of a correction. It compares two rows at commit.
create function refuse_loose_correction() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from payment as first
    where first.id = new.replaces_id and first.status = 'cancelled' and first.replaces_id is null
      and first.created_by = new.created_by and first.cancelled_by = new.created_by
      and first.received_by = new.received_by
      and first.payer_parent_id = new.payer_parent_id and first.paid_on = new.paid_on
      and first.drawer_id is not distinct from new.drawer_id
      and first.attempt_id is null and new.attempt_id is null
      and new.created_at <= first.created_at + interval '10 minutes'
  ) then
    raise exception using errcode = 'check_violation', table = 'payment', constraint = 'payment_correction',
      message = 'a payment is corrected by the person who took it, within ten minutes';
  end if;
  return null;
end $$;
create constraint trigger payment_correction after insert on payment deferrable initially deferred
  for each row when (new.replaces_id is not null) execute function refuse_loose_correction();
`)
    .execute(db)
}
