import { type Kysely, sql } from 'kysely'

/** Announcements, what reached whom by which channel, and who does not want to be written to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table announcement (
  id uuid not null,
  -- In one language or both; each family reads its own where it is there.
  title_en text,
  body_en text,
  sms_en text,
  title_my text,
  body_my text,
  sms_my text,
  channels text[] not null,
  -- To whom: see audience.ts.
  audience jsonb not null,
  -- Leaves also in the quiet hours.
  is_urgent boolean not null default false,
  scheduled_at timestamptz,
  -- For the scope of who may see it; null: of the whole organisation.
  branch_id uuid,
  status text not null default 'draft',
  -- What sending reserved and what it used in the end, in message credits.
  reserved_credits integer not null default 0,
  used_credits integer,
  recipients integer,
  -- Whose rows it may reach: the scope of who sent it, as of then.
  reach jsonb,
  -- How many e-mails of the platform's server came before it in its month, so that each run counts the same cost.
  mails_before integer not null default 0,
  mails integer not null default 0,
  sent_by uuid,
  started_at timestamptz,
  -- Since when all of its messages are made.
  prepared_at timestamptz,
  finished_at timestamptz,
  stopped_at timestamptz,
  stopped_by uuid,
  copied_from_id uuid,
  -- A copy that its author sends to themself, in no list.
  is_test boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint announcement_pkey primary key (id),
  constraint announcement_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint announcement_copied_from_id_fkey foreign key (copied_from_id) references announcement (id),
  constraint announcement_channels_check
    check (channels <@ array['inapp','email','sms','whatsapp'] and cardinality(channels) between 1 and 4),
  constraint announcement_status_check
    check (status in ('draft','scheduled','sending','sent','sent_with_errors','cancelled')),
  constraint announcement_text_check check (num_nonnulls(title_en, body_en) <> 1 and num_nonnulls(title_my, body_my) <> 1
    and num_nonnulls(title_en, title_my) >= 1),
  constraint announcement_scheduled_check check (status <> 'scheduled' or scheduled_at is not null),
  constraint announcement_credits_check check (reserved_credits >= 0 and used_credits between 0 and reserved_credits)
);
create index announcement_created_at_idx on announcement (created_at desc, id desc) where deleted_at is null;
create index announcement_due_idx on announcement (scheduled_at) where status = 'scheduled' and deleted_at is null;
create index announcement_branch_id_idx on announcement (branch_id);

create table announcement_file (
  id uuid not null,
  announcement_id uuid not null,
  file_id uuid not null,
  -- picture: shown in the text; attachment: offered below it.
  kind text not null,
  name text not null,
  position integer not null,
  constraint announcement_file_pkey primary key (id),
  constraint announcement_file_announcement_id_fkey foreign key (announcement_id) references announcement (id),
  constraint announcement_file_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint announcement_file_kind_check check (kind in ('picture','attachment'))
);
create index announcement_file_announcement_id_idx on announcement_file (announcement_id, position);
create index announcement_file_file_id_idx on announcement_file (file_id);

-- One message to one person: a line of the inbox, whatever channels carry it besides.
create table message (
  id uuid not null,
  -- announcement; absence: a child did not come.
  kind text not null,
  announcement_id uuid,
  -- A family by its parent, or a member of staff by the account.
  parent_id uuid,
  user_id uuid,
  name text not null,
  locale text not null,
  -- What the placeholders say, and what an absence is about.
  facts jsonb not null default '{}',
  -- A copy that the office sent to one family later, by another channel.
  again_of_id uuid,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint message_pkey primary key (id),
  constraint message_announcement_id_fkey foreign key (announcement_id) references announcement (id),
  constraint message_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint message_user_id_fkey foreign key (user_id) references user_account (id),
  constraint message_again_of_id_fkey foreign key (again_of_id) references message (id),
  constraint message_kind_check check (kind in ('announcement','absence')),
  constraint message_announcement_check check ((kind = 'announcement') = (announcement_id is not null)),
  constraint message_to_check check (num_nonnulls(parent_id, user_id) = 1)
);
-- One for each family and each member of staff.
create unique index message_announcement_parent_key on message (announcement_id, parent_id)
  where parent_id is not null and again_of_id is null;
create unique index message_announcement_user_key on message (announcement_id, user_id)
  where user_id is not null and again_of_id is null;
create index message_again_of_id_idx on message (again_of_id) where again_of_id is not null;
create index message_parent_id_idx on message (parent_id, created_at desc, id desc) where parent_id is not null;
create index message_user_id_idx on message (user_id, created_at desc, id desc) where user_id is not null;

-- What became of one message on one channel.
create table message_delivery (
  message_id uuid not null,
  channel text not null,
  -- queued: waits; sending: handed over, answer unknown; suppressed: never meant to leave.
  status text not null default 'queued',
  reason text,
  -- The address or number that was used.
  address text,
  credits integer not null default 0,
  attempts integer not null default 0,
  -- When it may be tried next.
  next_at timestamptz,
  -- Since when it could leave and the gateway has not taken it; after a day it has expired.
  held_since timestamptz,
  claimed_at timestamptz,
  gateway_id text,
  -- A copy that may have gone out twice, since the worker was killed and the gateway cannot tell.
  resent_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  returned_credits integer not null default 0,
  constraint message_delivery_pkey primary key (message_id, channel),
  constraint message_delivery_message_id_fkey foreign key (message_id) references message (id),
  constraint message_delivery_channel_check check (channel in ('inapp','email','sms','whatsapp')),
  constraint message_delivery_status_check
    check (status in ('queued','sending','sent','delivered','read','failed','suppressed')),
  constraint message_delivery_reason_check check (status <> 'suppressed' or reason is not null),
  constraint message_delivery_credits_check check (credits >= 0 and returned_credits between 0 and credits)
);
create index message_delivery_waiting_idx on message_delivery (channel, next_at) where status in ('queued','sending');
create index message_delivery_gateway_id_idx on message_delivery (gateway_id) where gateway_id is not null;

-- Who works through a channel: one run of one job at a time, until it has not been heard of for a while.
create table message_lane (
  channel text not null,
  job_id uuid,
  run_id uuid,
  renewed_at timestamptz,
  -- How often in a row the gateway was in trouble, since when, and until when it is left alone.
  failures integer not null default 0,
  down_since timestamptz,
  rests_until timestamptz,
  -- Another job came meanwhile, so there may be more than this run has seen.
  more boolean not null default false,
  constraint message_lane_pkey primary key (channel),
  constraint message_lane_channel_check check (channel in ('email','sms','whatsapp'))
);

-- Who does not want messages by a channel. One row for each family or account and channel; in-app cannot be left.
create table message_opt_out (
  id uuid not null,
  parent_id uuid,
  user_id uuid,
  channel text not null,
  -- link: by the link in a message; office: told to the office; self: on the own profile.
  source text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint message_opt_out_pkey primary key (id),
  constraint message_opt_out_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint message_opt_out_user_id_fkey foreign key (user_id) references user_account (id),
  constraint message_opt_out_channel_check check (channel in ('email','sms','whatsapp')),
  constraint message_opt_out_source_check check (source in ('link','office','self')),
  constraint message_opt_out_to_check check (num_nonnulls(parent_id, user_id) = 1)
);
create unique index message_opt_out_parent_key on message_opt_out (parent_id, channel) where parent_id is not null;
create unique index message_opt_out_user_key on message_opt_out (user_id, channel) where user_id is not null;
`)
    .execute(db)
}
