import { type Kysely, sql } from 'kysely'
import { operatorRows, ownRows } from './row-security.ts'

/**
 * Attendance, trainers' pay and announcements can be sold, and each message credit is accounted for: the balance of an
 * organisation is the sum of its ledger, because nothing but a line of the ledger moves it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
update platform.feature set status = 'active', version = version + 1, updated_at = now()
  where code in ('attendance', 'trainer_pay', 'announcement_sms', 'announcement_whatsapp');

-- The part of \`credit\` that came with the package; it is used first.
alter table platform.subscription add column included_credit integer not null default 0;
alter table platform.subscription add constraint subscription_included_credit_check
  check (included_credit between 0 and credit);
-- No role may write the balance; what it grants instead is every other column.
revoke insert, update on platform.subscription from lunas_platform;
grant insert (id, entity_id, package_id, starts_on, expires_on, next_package_id, next_package_on, credit_warned_at, status,
    auto_renew, renewal_asked_for, noticed_for, noticed_days, version, created_at, updated_at),
  update (package_id, starts_on, expires_on, next_package_id, next_package_on, credit_warned_at, status,
    auto_renew, renewal_asked_for, noticed_for, noticed_days, version, updated_at)
  on platform.subscription to lunas_platform;
-- Sending warns of few credits in the transaction that takes them.
grant update (credit_warned_at) on platform.subscription to lunas_tenant;

-- The ledger of message credits, of each organisation in order.
create table platform.credit_entry (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  -- opening: what was there before the ledger; included: of a package's year; topup: bought; grant: by an operator (may be
  -- negative); reserve: for messages that are about to leave; return: of reserved ones that did not.
  kind text not null,
  delta integer not null,
  -- Filled in by the trigger: how much of it belongs to the included credits, and the balance afterwards.
  included_delta integer not null default 0,
  balance integer not null default 0,
  -- What it is for: of a reservation and its returns the same.
  about text,
  about_id uuid,
  -- Given by the caller, so that the same movement is written once.
  key text,
  reason text,
  created_at timestamptz not null default now(),
  -- An account of the organisation, or an operator for a grant.
  created_by uuid,
  -- In order within a transaction, too.
  position bigint generated always as identity,
  constraint credit_entry_pkey primary key (id),
  constraint credit_entry_entity_id_fkey foreign key (entity_id) references platform.subscription (entity_id),
  constraint credit_entry_kind_check check (kind in ('opening','included','topup','grant','reserve','return')),
  constraint credit_entry_delta_check check (delta <> 0 and case kind when 'reserve' then delta < 0
    when 'grant' then true else delta > 0 end),
  constraint credit_entry_included_check
    check (case when delta > 0 then included_delta between 0 and delta else included_delta between delta and 0 end),
  constraint credit_entry_balance_check check (balance >= 0),
  constraint credit_entry_about_check
    check (kind not in ('reserve','return') or (about_id is not null and about in ('announcement','absence','reminder'))),
  constraint credit_entry_topup_check check (kind <> 'topup' or about_id is not null),
  constraint credit_entry_reason_check check ((kind = 'grant') = (reason is not null))
);
create unique index credit_entry_key on platform.credit_entry (entity_id, key) where key is not null;
create index credit_entry_entity_id_idx on platform.credit_entry (entity_id, position desc);
create index credit_entry_about_id_idx on platform.credit_entry (entity_id, about_id) where about_id is not null;

-- Of an invoice the credits are added once.
create unique index credit_entry_topup_key on platform.credit_entry (about_id) where kind = 'topup';

-- A line moves the balance, and is refused (constraint subscription_credit_check) where there is too little of it.
-- Included credits are taken first; what comes back goes first to those that were bought. Nothing comes back beyond what was
-- reserved. The same movement written again (by its key) is left out without an error, and another one under a used key is
-- refused. Locking the subscription first makes each line see all earlier ones.
create function platform.move_credit() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  held platform.subscription%rowtype;
  written platform.credit_entry%rowtype;
  reserved integer;
  of_included integer;
begin
  select * into held from platform.subscription where entity_id = new.entity_id for update;
  -- An organisation without a subscription has no credits: the foreign key refuses the line.
  if not found then
    return new;
  end if;
  if new.key is not null then
    select * into written from platform.credit_entry where entity_id = new.entity_id and key = new.key;
    if found then
      if (written.kind, written.delta) is distinct from (new.kind, new.delta)
        or written.about_id is distinct from new.about_id then
        raise exception using errcode = '23505', constraint = 'credit_entry_key',
          message = 'this key belongs to another movement of credits';
      end if;
      return null;
    end if;
  end if;
  if new.kind = 'included' then
    new.included_delta := new.delta;
  elsif new.kind = 'return' then
    select coalesce(-sum(delta), 0), coalesce(-sum(included_delta), 0) into reserved, of_included
      from platform.credit_entry
      where entity_id = new.entity_id and about_id = new.about_id and kind in ('reserve','return');
    if new.delta > reserved then
      raise exception using errcode = '23514', constraint = 'credit_entry_return_check',
        message = 'more credits would come back than were reserved';
    end if;
    new.included_delta := greatest(0, new.delta - (reserved - of_included));
  elsif new.delta < 0 then
    new.included_delta := -least(held.included_credit, -new.delta);
  else
    new.included_delta := 0;
  end if;
  update platform.subscription set credit = credit + new.delta, included_credit = included_credit + new.included_delta
    where entity_id = new.entity_id returning credit into new.balance;
  return new;
end $$;
revoke execute on function platform.move_credit from public;
create trigger credit_entry_moves before insert on platform.credit_entry
  for each row execute function platform.move_credit();

-- What was there before the ledger.
update platform.subscription set included_credit = 0;
alter table platform.credit_entry disable trigger credit_entry_moves;
insert into platform.credit_entry (id, entity_id, kind, delta, balance, created_at)
  select gen_random_uuid(), entity_id, 'opening', credit, credit, created_at from platform.subscription where credit > 0;
alter table platform.credit_entry enable trigger credit_entry_moves;

-- Nothing else moves the balance, not even its owner: a change outside of the trigger above is refused.
create function platform.refuse_moved_credit() returns trigger language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '23514', constraint = 'subscription_ledger_check',
    message = 'the balance of message credits is moved by a line of platform.credit_entry';
end $$;
create trigger subscription_credit_inserted before insert on platform.subscription
  for each row when (new.credit <> 0 or new.included_credit <> 0) execute function platform.refuse_moved_credit();
create trigger subscription_credit_updated before update on platform.subscription
  for each row when (pg_trigger_depth() = 0
    and (new.credit, new.included_credit) is distinct from (old.credit, old.included_credit))
  execute function platform.refuse_moved_credit();
${operatorRows('credit_entry')}
create policy credit_entry_tenant on platform.credit_entry for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy credit_entry_tenant_uses on platform.credit_entry for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and kind in ('reserve','return'));
grant select, insert on platform.credit_entry to lunas_platform, lunas_tenant;

-- Whose message a gateway speaks of in its delivery reports: by the reference that we gave it, or by its own id.
create table platform.message_reference (
  reference uuid not null,
  entity_id uuid not null default platform.current_entity(),
  message_id uuid not null,
  channel text not null,
  gateway_id text,
  created_at timestamptz not null default now(),
  constraint message_reference_pkey primary key (reference),
  constraint message_reference_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint message_reference_channel_check check (channel in ('sms','whatsapp'))
);
create index message_reference_gateway_id_idx on platform.message_reference (gateway_id, channel)
  where gateway_id is not null;
create index message_reference_entity_id_idx on platform.message_reference (entity_id);
create index message_reference_created_at_idx on platform.message_reference (created_at);
${ownRows('message_reference')}
grant select, delete on platform.message_reference to lunas_platform;
grant select, insert on platform.message_reference to lunas_tenant;
grant update (gateway_id) on platform.message_reference to lunas_tenant;

-- Organisations of which something waits to be sent, so that nobody looks into the schemas of the others.
create table platform.message_watch (
  entity_id uuid not null default platform.current_entity(),
  since timestamptz not null default now(),
  constraint message_watch_pkey primary key (entity_id),
  constraint message_watch_entity_id_fkey foreign key (entity_id) references platform.entity (id)
);
${ownRows('message_watch')}
grant select, insert, update, delete on platform.message_watch to lunas_platform, lunas_tenant;

-- Reports of messages that nobody knows, by the day in Malaysia.
create table platform.message_report_unknown (
  day date not null,
  channel text not null,
  reports integer not null default 0,
  constraint message_report_unknown_pkey primary key (day, channel)
);
${operatorRows('message_report_unknown')}
grant select, insert, update on platform.message_report_unknown to lunas_platform;
-- What a top-up buys, as it was promised before it was paid. It is sold in hundreds of ringgit, before tax.
alter table platform.platform_invoice add column credits integer;
alter table platform.platform_invoice add constraint platform_invoice_topup_check check (
  (kind = 'credit_topup') = (credits is not null) and (credits is null
    or (entity_id is not null and credits > 0 and sub_total_sen between 10000 and 1000000 and sub_total_sen % 10000 = 0)));
-- An organisation orders top-ups as it renews; several may be open. That they are paid, somebody else says.
drop policy platform_invoice_tenant_renews on platform.platform_invoice;
create policy platform_invoice_tenant_orders on platform.platform_invoice for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and kind in ('renewal','upgrade','credit_topup')
    and status = 'unpaid' and registration_id is null);
drop policy platform_invoice_tenant_lets_go on platform.platform_invoice;
create policy platform_invoice_tenant_lets_go on platform.platform_invoice for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and kind in ('renewal','upgrade','credit_topup')
    and status = 'unpaid')
  with check (status = 'cancelled');
`)
    .execute(db)
}
