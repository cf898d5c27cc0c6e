import { type Kysely, sql } from 'kysely'

/** Infaq and zakat: what is collected for, gifts, and the funds they go to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What an organisation collects infaq (voluntary donations) for.
create table infaq_type (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  image_file text,
  suggested_sen integer[] not null default '{}',
  min_sen bigint,
  max_sen bigint,
  target_sen bigint,
  opens_on date,
  closes_on date,
  -- Section 44(6) of the Income Tax Act: receipts say so only while the approval is valid.
  tax_approval_no text,
  tax_from date,
  tax_to date,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint infaq_type_pkey primary key (id),
  constraint infaq_type_status_check check (status in ('active','inactive')),
  constraint infaq_type_name_check check (char_length(name) between 2 and 100),
  constraint infaq_type_suggested_sen_check check (cardinality(suggested_sen) <= 6 and 100 <= all (suggested_sen)),
  constraint infaq_type_target_sen_check check (target_sen > 0),
  constraint infaq_type_dates_check check (closes_on >= opens_on),
  constraint infaq_type_tax_check check (
    (tax_approval_no is null) = (tax_from is null) and (tax_from is null) = (tax_to is null) and tax_to >= tax_from),
  constraint infaq_type_min_sen_check check (min_sen >= 100),
  constraint infaq_type_max_sen_check check (max_sen >= coalesce(min_sen, 100))
);
create unique index infaq_type_code_key on infaq_type (lower(code)) where deleted_at is null;

-- What an organisation collects zakat for. It is open only while platform.zakat_appointment confirms it.
create table zakat_type (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  image_file text,
  suggested_sen integer[] not null default '{}',
  min_sen bigint,
  max_sen bigint,
  -- Of zakat fitrah: what the state's authority asks for each person.
  rate_sen bigint,
  opens_on date,
  closes_on date,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint zakat_type_pkey primary key (id),
  constraint zakat_type_status_check check (status in ('active','inactive')),
  constraint zakat_type_name_check check (char_length(name) between 2 and 100),
  constraint zakat_type_suggested_sen_check check (cardinality(suggested_sen) <= 6 and 100 <= all (suggested_sen)),
  constraint zakat_type_rate_sen_check check (rate_sen between 100 and 100000),
  constraint zakat_type_dates_check check (closes_on >= opens_on),
  constraint zakat_type_min_sen_check check (min_sen >= 100),
  constraint zakat_type_max_sen_check check (max_sen >= coalesce(min_sen, 100))
);
create unique index zakat_type_code_key on zakat_type (lower(code)) where deleted_at is null;

-- One gift, online or at the counter.
create table donation (
  id uuid not null,
  kind text not null,
  infaq_type_id uuid,
  zakat_type_id uuid,
  branch_id uuid not null,
  -- Without the payer's fee.
  amount_sen bigint not null,
  -- Of zakat fitrah.
  persons integer,
  rate_sen bigint,
  -- Null: anonymous.
  donor_name text,
  -- Without an identity number a receipt cannot promise a tax deduction.
  identity_type text,
  identity_no_sealed text,
  message text,
  intention boolean not null default false,
  -- Of zakat: what the operator had confirmed when the payment began.
  appointment jsonb,
  parent_id uuid,
  attempt_id uuid,
  -- The gift whose order was debited a second time.
  second_of uuid,
  payment_id uuid,
  -- It arrived when its type was no longer open.
  after_close boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint donation_pkey primary key (id),
  constraint donation_attempt_id_key unique (attempt_id),
  constraint donation_payment_id_key unique (payment_id),
  constraint donation_infaq_type_id_fkey foreign key (infaq_type_id) references infaq_type (id),
  constraint donation_zakat_type_id_fkey foreign key (zakat_type_id) references zakat_type (id),
  constraint donation_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint donation_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint donation_attempt_id_fkey foreign key (attempt_id) references payment_attempt (id),
  constraint donation_second_of_fkey foreign key (second_of) references donation (id),
  constraint donation_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint donation_kind_check check (
    (kind = 'infaq' and infaq_type_id is not null and zakat_type_id is null)
    or (kind = 'zakat' and zakat_type_id is not null and infaq_type_id is null)),
  constraint donation_amount_sen_check check (amount_sen > 0),
  constraint donation_persons_check check ((persons is null) = (rate_sen is null) and persons between 1 and 99),
  -- No zakat without the giver's declared intention, and none without an appointment.
  constraint donation_zakat_check check (kind <> 'zakat' or (intention and appointment is not null)),
  constraint donation_identity_type_check check (identity_type in ('nric','passport','company')),
  -- An anonymous giver has no identity number. A second gift of the same order uses that of the first.
  constraint donation_identity_check check (
    (identity_type is null) = (identity_no_sealed is null)
    and (identity_no_sealed is null or (kind = 'infaq' and donor_name is not null and second_of is null)))
);
create index donation_infaq_type_id_idx on donation (infaq_type_id);
create index donation_zakat_type_id_idx on donation (zakat_type_id);
create index donation_branch_id_idx on donation (branch_id);
create index donation_parent_id_idx on donation (parent_id);
create index donation_second_of_idx on donation (second_of) where second_of is not null;

-- Money that leaves a fund: one person requests, another approves. Zakat never becomes infaq, nor infaq zakat.
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

-- What was given to each fund and what became of it. Rows are only added.
create table fund_entry (
  id uuid not null,
  kind text not null,
  infaq_type_id uuid,
  zakat_type_id uuid,
  entered_on date not null,
  delta_sen bigint not null,
  -- gift: given; taken_back: a cash gift that was entered by mistake; returned: sent back to the giver.
  reason text not null,
  donation_id uuid,
  fund_move_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint fund_entry_pkey primary key (id),
  -- A move leaves one fund once and comes to another once.
  constraint fund_entry_fund_move_id_key unique (fund_move_id, reason),
  constraint fund_entry_infaq_type_id_fkey foreign key (infaq_type_id) references infaq_type (id),
  constraint fund_entry_zakat_type_id_fkey foreign key (zakat_type_id) references zakat_type (id),
  constraint fund_entry_donation_id_fkey foreign key (donation_id) references donation (id),
  constraint fund_entry_fund_move_id_fkey foreign key (fund_move_id) references fund_move (id),
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
create index fund_entry_infaq_type_id_idx on fund_entry (infaq_type_id) include (delta_sen, reason)
  where infaq_type_id is not null;
create index fund_entry_zakat_type_id_idx on fund_entry (zakat_type_id) include (delta_sen, reason)
  where zakat_type_id is not null;
-- A gift is entered once and taken back once; it may be returned in parts.
create unique index fund_entry_donation_id_key on fund_entry (donation_id, reason) where reason <> 'returned';
create index fund_entry_returned_idx on fund_entry (donation_id) where reason = 'returned';

-- A fund never pays out more than it has: a sum over many rows. Only withdrawals lock the fund's type, so many people
-- can give at the same time.
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

-- No more of a gift is sent back than was given: a sum over its entries. The lock that refuse_empty_fund takes makes
-- two simultaneous returns see each other.
create function refuse_beyond_gift() returns trigger language plpgsql set search_path from current as $$
begin
  if (select sum(delta_sen) from fund_entry where donation_id = new.donation_id) < 0 then
    raise exception using errcode = 'check_violation', table = 'fund_entry', constraint = 'fund_entry_beyond_gift',
      message = 'of a gift no more goes back than was given';
  end if;
  return null;
end $$;
create trigger fund_entry_beyond_gift after insert on fund_entry
  for each row when (new.delta_sen < 0 and new.donation_id is not null) execute function refuse_beyond_gift();

-- What leaves one fund for another arrives there, the whole amount, as approved: sums that must agree at commit.
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
