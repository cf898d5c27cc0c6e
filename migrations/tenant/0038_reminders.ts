import { type Kysely, sql } from 'kysely'

/** Reminders of what families owe: what was told to whom when, what waits for a person, and what is held back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table reminder (
  id uuid not null,
  parent_id uuid not null,
  -- on which it is planned, then the day on which it left
  day date not null,
  level integer not null,
  -- schedule: its day has come; hand: a person asked for it
  trigger text not null,
  -- waiting: for a person to press "send"; planned: leaves at due_at; unsent: nobody can be reached; dropped: nothing was
  -- left to say
  state text not null,
  reason text,
  due_at timestamptz,
  -- the job that is sending it, since when
  job_id uuid,
  claimed_at timestamptz,
  channel text,
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
    and (state <> 'sent' or channel in ('email','in_app'))),
  -- The third level leaves only after a person has pressed "send".
  constraint reminder_person_check check (level < 3 or asked_by is not null or state in ('waiting','dropped'))
);
-- A family is told once a day, and waits for one decision at a time.
create unique index reminder_family_day_key on reminder (parent_id, day) where state not in ('waiting','dropped');
create unique index reminder_waiting_key on reminder (parent_id) where state = 'waiting';
create unique index reminder_open_key on reminder (parent_id) where state in ('planned','sending');
create index reminder_day_idx on reminder (day desc, id desc);

create table reminder_invoice (
  reminder_id uuid not null,
  invoice_id uuid not null,
  -- it is what the message is about; others are owed besides
  is_cause boolean not null,
  step text,
  level integer not null,
  -- what was owed when it was said
  balance_sen bigint not null,
  constraint reminder_invoice_pkey primary key (reminder_id, invoice_id),
  constraint reminder_invoice_reminder_id_fkey foreign key (reminder_id) references reminder (id) on delete cascade,
  constraint reminder_invoice_invoice_id_fkey foreign key (invoice_id) references invoice (id) on delete cascade
);
create index reminder_invoice_invoice_id_idx on reminder_invoice (invoice_id);

create table reminder_hold (
  id uuid not null,
  parent_id uuid not null,
  -- null: all that the family owes
  invoice_id uuid,
  reason text not null,
  -- the last day on which it holds
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

-- The months of which administrators were told what is outstanding.
create table arrears_mail (
  month date not null,
  asked_at timestamptz not null default now(),
  constraint arrears_mail_pkey primary key (month)
);
`)
    .execute(db)
}
