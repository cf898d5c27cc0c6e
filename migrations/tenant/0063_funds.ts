import { type Kysely, sql } from 'kysely'

/** What was given for a purpose and what became of it: a book for each type, to which rows are only added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Money that leaves a fund: one person asks, another approves. Zakat never becomes infaq, nor infaq zakat.
create table fund_move (
  id uuid not null,
  kind text not null,
  infaq_type_id uuid,
  zakat_type_id uuid,
  -- spent: for its purpose; paid_over: to the authority or another body; moved: to another fund of the same kind.
  purpose text not null,
  to_infaq_type_id uuid,
  to_zakat_type_id uuid,
  amount_sen bigint not null,
  moved_on date not null,
  recipient text,
  reference_no text,
  reason text not null,
  status text not null default 'requested',
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint fund_move_pkey primary key (id),
  constraint fund_move_infaq_type_id_fkey foreign key (infaq_type_id) references infaq_type (id),
  constraint fund_move_zakat_type_id_fkey foreign key (zakat_type_id) references zakat_type (id),
  constraint fund_move_to_infaq_type_id_fkey foreign key (to_infaq_type_id) references infaq_type (id),
  constraint fund_move_to_zakat_type_id_fkey foreign key (to_zakat_type_id) references zakat_type (id),
  constraint fund_move_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint fund_move_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint fund_move_kind_check check (
    (kind = 'infaq' and infaq_type_id is not null and zakat_type_id is null and to_zakat_type_id is null)
    or (kind = 'zakat' and zakat_type_id is not null and infaq_type_id is null and to_infaq_type_id is null)),
  constraint fund_move_purpose_check check (purpose in ('spent','paid_over','moved')),
  constraint fund_move_to_check check ((purpose = 'moved') = (coalesce(to_infaq_type_id, to_zakat_type_id) is not null)
    and (purpose = 'moved') = (recipient is null)),
  constraint fund_move_two_check check (
    coalesce(to_infaq_type_id, to_zakat_type_id) <> coalesce(infaq_type_id, zakat_type_id)),
  constraint fund_move_amount_sen_check check (amount_sen > 0),
  constraint fund_move_reason_check check (char_length(reason) between 10 and 300),
  constraint fund_move_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint fund_move_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint fund_move_four_eyes_check check (status <> 'approved' or decided_by <> requested_by)
);
create index fund_move_requested_at_idx on fund_move (requested_at desc, id desc);
create index fund_move_infaq_type_id_idx on fund_move (infaq_type_id);
create index fund_move_zakat_type_id_idx on fund_move (zakat_type_id);

-- gift: given; taken_back: a cash gift that was typed by mistake; returned: sent back to its giver.
create table fund_entry (
  id uuid not null,
  kind text not null,
  infaq_type_id uuid,
  zakat_type_id uuid,
  entered_on date not null,
  delta_sen bigint not null,
  reason text not null,
  donation_id uuid,
  fund_move_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint fund_entry_pkey primary key (id),
  constraint fund_entry_infaq_type_id_fkey foreign key (infaq_type_id) references infaq_type (id),
  constraint fund_entry_zakat_type_id_fkey foreign key (zakat_type_id) references zakat_type (id),
  constraint fund_entry_donation_id_fkey foreign key (donation_id) references donation (id),
  constraint fund_entry_fund_move_id_fkey foreign key (fund_move_id) references fund_move (id),
  -- A gift comes once and goes once; a move leaves one fund and comes to another.
  constraint fund_entry_donation_id_key unique (donation_id, reason),
  constraint fund_entry_fund_move_id_key unique (fund_move_id, reason),
  constraint fund_entry_kind_check check (
    (kind = 'infaq' and infaq_type_id is not null and zakat_type_id is null)
    or (kind = 'zakat' and zakat_type_id is not null and infaq_type_id is null)),
  constraint fund_entry_reason_check check (
    (reason in ('gift','taken_back','returned') and donation_id is not null and fund_move_id is null)
    or (reason in ('spent','paid_over','moved_out','moved_in') and fund_move_id is not null and donation_id is null)),
  constraint fund_entry_delta_sen_check check (
    (reason in ('gift','moved_in') and delta_sen > 0) or (reason not in ('gift','moved_in') and delta_sen < 0))
);
create index fund_entry_entered_on_idx on fund_entry (entered_on desc, id desc);
create index fund_entry_infaq_type_id_idx on fund_entry (infaq_type_id) include (delta_sen, reason) where infaq_type_id is not null;
create index fund_entry_zakat_type_id_idx on fund_entry (zakat_type_id) include (delta_sen, reason) where zakat_type_id is not null;

-- The wall behind the refusal of the product: no fund gives what it does not have. Only what leaves it takes the lock of its
-- type, so that many give at once.
create function refuse_empty_fund() returns trigger language plpgsql set search_path from current as $$
declare
  balance_sen bigint;
begin
  if new.kind = 'infaq' then
    perform from infaq_type where id = new.infaq_type_id for no key update;
    select sum(delta_sen) into balance_sen from fund_entry where infaq_type_id = new.infaq_type_id;
  else
    perform from zakat_type where id = new.zakat_type_id for no key update;
    select sum(delta_sen) into balance_sen from fund_entry where zakat_type_id = new.zakat_type_id;
  end if;
  if balance_sen < 0 then
    raise exception using errcode = 'check_violation', table = 'fund_entry', constraint = 'fund_entry_balance',
      message = 'a fund gives no more than it has';
  end if;
  return null;
end $$;
create trigger fund_entry_balance after insert on fund_entry
  for each row when (new.delta_sen < 0) execute function refuse_empty_fund();

-- What leaves one fund for another comes there whole, as it was approved.
create function refuse_uneven_fund_move() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from fund_move as move
    where move.id = new.fund_move_id and move.status = 'approved'
      and (select sum(delta_sen) from fund_entry where fund_move_id = move.id)
        = case move.purpose when 'moved' then 0 else -move.amount_sen end
      and not exists (
        select from fund_entry as entry where entry.fund_move_id = move.id and (
          abs(entry.delta_sen) <> move.amount_sen
          or coalesce(entry.infaq_type_id, entry.zakat_type_id) <> case entry.reason
            when 'moved_in' then coalesce(move.to_infaq_type_id, move.to_zakat_type_id)
            else coalesce(move.infaq_type_id, move.zakat_type_id) end))
  ) then
    raise exception using errcode = 'check_violation', table = 'fund_entry', constraint = 'fund_entry_moved_whole',
      message = 'what leaves a fund goes where it was approved to, all of it';
  end if;
  return null;
end $$;
create constraint trigger fund_entry_moved_whole after insert on fund_entry deferrable initially deferred
  for each row when (new.fund_move_id is not null) execute function refuse_uneven_fund_move();
`)
    .execute(db)
}
