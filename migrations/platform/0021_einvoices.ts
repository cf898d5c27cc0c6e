import { type Kysely, sql } from 'kysely'
import { ownRows } from './row-security.ts'

/** E-invoices can be sold, and the limits of the tax portal are kept across processes and organisations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
update platform.feature set status = 'active', version = version + 1, updated_at = now() where code = 'einvoice';

-- When the portal may next be called, by client id and kind of call: it counts for each client id, whatever organisation and
-- process uses it. The key is a hash of environment and client id.
create table platform.einvoice_slot (
  client_key text not null,
  endpoint text not null,
  next_at timestamptz not null,
  constraint einvoice_slot_pkey primary key (client_key, endpoint)
);
grant select, insert, update, delete on platform.einvoice_slot to lunas_platform;

-- The next free moment for a call, which is taken with it unless it is further off than the caller waits; then it says how far.
-- An organisation's role takes moments here, and sees and changes nothing of others. A moment beyond two hours was set by a clock
-- that was ahead.
create function platform.take_einvoice_slot(
  of_client text, of_call text, gap_ms integer, patience_ms integer, given_now timestamptz,
  out taken boolean, out wait_ms integer
) language plpgsql security definer set search_path = ''
as $$
declare
  at timestamptz := coalesce(given_now, clock_timestamp());
  gap interval := gap_ms * interval '1 millisecond';
  moment timestamptz;
begin
  insert into platform.einvoice_slot as slot (client_key, endpoint, next_at) values (of_client, of_call, at + gap)
  on conflict (client_key, endpoint) do update
    set next_at = case when slot.next_at > at + interval '2 hours' then at else greatest(slot.next_at, at) end + gap
    where slot.next_at <= at + patience_ms * interval '1 millisecond' or slot.next_at > at + interval '2 hours'
  returning slot.next_at - gap into moment;
  taken := moment is not null;
  if not taken then
    select next_at into moment from platform.einvoice_slot where client_key = of_client and endpoint = of_call;
  end if;
  wait_ms := greatest(0, ceil(extract(epoch from moment - at) * 1000));
end $$;

-- The portal wants no call of this kind for a while, by whomever.
create function platform.hold_einvoice_slot(of_client text, of_call text, ms integer, given_now timestamptz)
  returns void language sql security definer set search_path = ''
as $$
  insert into platform.einvoice_slot as slot (client_key, endpoint, next_at)
  values (of_client, of_call,
    coalesce(given_now, clock_timestamp()) + least(greatest(ms, 0), 3600000) * interval '1 millisecond')
  on conflict (client_key, endpoint) do update set next_at = greatest(slot.next_at, excluded.next_at) $$;
revoke execute on function platform.take_einvoice_slot, platform.hold_einvoice_slot from public;
grant execute on function platform.take_einvoice_slot, platform.hold_einvoice_slot to lunas_platform, lunas_tenant;

-- When an organisation has next something to do about e-invoices: no row without any, so that nobody looks into the schemas of
-- those that report nothing.
create table platform.einvoice_turn (
  entity_id uuid not null default platform.current_entity(),
  next_at timestamptz,
  constraint einvoice_turn_pkey primary key (entity_id)
);
create index einvoice_turn_next_at_idx on platform.einvoice_turn (next_at) where next_at is not null;
${ownRows('einvoice_turn')}
grant select, insert, update, delete on platform.einvoice_turn to lunas_platform;
grant select, insert, update on platform.einvoice_turn to lunas_tenant;
`)
    .execute(db)
}
