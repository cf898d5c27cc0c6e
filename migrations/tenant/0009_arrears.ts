import { type Kysely, sql } from 'kysely'

/** What families owe: instalments and reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A family that cannot pay at once agrees on instalments for some of its invoices. Whether it is kept follows from
-- the invoices.
create table arrangement (
  id uuid not null,
  parent_id uuid not null,
  total_sen bigint not null,
  reason text not null,
  status text not null default 'proposed',
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  -- Why it was rejected or ended early.
  decision_reason text,
  -- When it was kept, broken or ended.
  over_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint arrangement_pkey primary key (id),
  constraint arrangement_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint arrangement_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint arrangement_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint arrangement_total_sen_check check (total_sen > 0),
  constraint arrangement_status_check
    check (status in ('proposed','active','kept','broken','ended','rejected','withdrawn')),
  constraint arrangement_reason_check check (char_length(reason) between 10 and 300),
  constraint arrangement_decided_check check ((decided_at is null) = (status = 'proposed')),
  constraint arrangement_over_check check ((over_on is not null) = (status in ('kept','broken','ended')))
);
create index arrangement_parent_id_idx on arrangement (parent_id, requested_at desc);
-- One at a time for a family.
create unique index arrangement_open_key on arrangement (parent_id) where status in ('proposed','active');

create table arrangement_invoice (
  arrangement_id uuid not null,
  invoice_id uuid not null,
  -- What was owed when it was agreed.
  balance_sen bigint not null,
  constraint arrangement_invoice_pkey primary key (arrangement_id, invoice_id),
  constraint arrangement_invoice_arrangement_id_fkey foreign key (arrangement_id) references arrangement (id),
  constraint arrangement_invoice_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint arrangement_invoice_balance_sen_check check (balance_sen > 0)
);
create index arrangement_invoice_invoice_id_idx on arrangement_invoice (invoice_id);

create table arrangement_instalment (
  arrangement_id uuid not null,
  position integer not null,
  due_on date not null,
  amount_sen bigint not null,
  constraint arrangement_instalment_pkey primary key (arrangement_id, position),
  constraint arrangement_instalment_due_on_key unique (arrangement_id, due_on),
  constraint arrangement_instalment_arrangement_id_fkey foreign key (arrangement_id) references arrangement (id),
  constraint arrangement_instalment_position_check check (position between 1 and 12),
  constraint arrangement_instalment_amount_sen_check check (amount_sen > 0)
);

-- The instalments add up to what was owed on the invoices: sums over two other tables that must agree at commit.
create function refuse_uneven_arrangement() returns trigger language plpgsql set search_path from current as $$
begin
  if new.total_sen is distinct from (select sum(amount_sen) from arrangement_instalment where arrangement_id = new.id)
    or new.total_sen is distinct from (select sum(balance_sen) from arrangement_invoice where arrangement_id = new.id)
  then
    raise exception using errcode = 'check_violation', constraint = 'arrangement_sums_check', table = 'arrangement',
      message = 'the parts of an arrangement come to what is owed on its invoices';
  end if;
  return null;
end $$;
create constraint trigger arrangement_sums after insert on arrangement deferrable initially deferred
  for each row execute function refuse_uneven_arrangement();

-- Reminders of what families owe.
create table reminder (
  id uuid not null,
  parent_id uuid not null,
  -- The planned day, then the day on which it was sent.
  day date not null,
  level integer not null,
  -- schedule: its day came; hand: a person asked for it.
  trigger text not null,
  -- waiting: a person must approve it; planned: sent at due_at; unsent: nobody can be reached; dropped: nothing was
  -- owed any more.
  state text not null,
  reason text,
  due_at timestamptz,
  -- The job that is sending it, and since when.
  job_id uuid,
  claimed_at timestamptz,
  channel text,
  -- Since when an SMS gateway may have it. Each SMS costs money, so it is not sent again after that.
  texted_at timestamptz,
  sent_at timestamptz,
  asked_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint reminder_pkey primary key (id),
  constraint reminder_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint reminder_asked_by_fkey foreign key (asked_by) references user_account (id),
  constraint reminder_level_check check (level between 1 and 3),
  constraint reminder_trigger_check check (trigger in ('schedule','hand')),
  constraint reminder_state_check check (state in ('waiting','planned','sending','sent','unsent','dropped')),
  constraint reminder_reason_check check ((reason is not null) = (state in ('unsent','dropped'))),
  constraint reminder_sent_check check ((sent_at is not null) = (state = 'sent')
    and (state <> 'sent' or channel in ('email','sms','in_app'))),
  -- The third level is sent only after a person has approved it.
  constraint reminder_person_check check (level < 3 or asked_by is not null or state in ('waiting','dropped'))
);
-- A family gets one reminder a day, and has one waiting for a decision.
create unique index reminder_family_day_key on reminder (parent_id, day) where state not in ('waiting','dropped');
create unique index reminder_waiting_key on reminder (parent_id) where state = 'waiting';
create unique index reminder_open_key on reminder (parent_id) where state in ('planned','sending');
create index reminder_day_idx on reminder (day desc, id desc);

create table reminder_invoice (
  reminder_id uuid not null,
  invoice_id uuid not null,
  -- It is what the message is about, rather than also owed.
  is_cause boolean not null,
  step text,
  level integer not null,
  -- What was owed at the time.
  balance_sen bigint not null,
  constraint reminder_invoice_pkey primary key (reminder_id, invoice_id),
  constraint reminder_invoice_reminder_id_fkey foreign key (reminder_id) references reminder (id) on delete cascade,
  constraint reminder_invoice_invoice_id_fkey foreign key (invoice_id) references invoice (id) on delete cascade
);
create index reminder_invoice_invoice_id_idx on reminder_invoice (invoice_id);

-- Reminders that are paused for a family or for one of its invoices.
create table reminder_hold (
  id uuid not null,
  parent_id uuid not null,
  -- Null: all that the family owes.
  invoice_id uuid,
  reason text not null,
  -- The last day on which it holds.
  ends_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  lifted_at timestamptz,
  lifted_by uuid,
  constraint reminder_hold_pkey primary key (id),
  constraint reminder_hold_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint reminder_hold_invoice_id_fkey foreign key (invoice_id) references invoice (id) on delete cascade,
  constraint reminder_hold_created_by_fkey foreign key (created_by) references user_account (id),
  constraint reminder_hold_lifted_by_fkey foreign key (lifted_by) references user_account (id),
  constraint reminder_hold_reason_check check (char_length(reason) between 10 and 300)
);
create index reminder_hold_parent_id_idx on reminder_hold (parent_id) where lifted_at is null;
create index reminder_hold_created_at_idx on reminder_hold (created_at desc, id desc);

-- The months for which administrators were sent the arrears.
create table arrears_mail (
  month date not null,
  asked_at timestamptz not null default now(),
  constraint arrears_mail_pkey primary key (month)
);
`)
    .execute(db)
}
