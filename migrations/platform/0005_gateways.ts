import { type Kysely, sql } from 'kysely'
import { operatorRows, ownRows } from './row-security.ts'

/** FPX and CHIP: orders, transactions, messages, and what of them a person must look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- FPX posts its answers for all organisations to one address; the order number says whose it is.
create table platform.gateway_order (
  order_no text not null,
  entity_id uuid default platform.current_entity(),
  attempt_id uuid not null,
  gateway text not null,
  -- The gateway's own id of the order.
  gateway_ref text,
  -- When the gateway is asked about it next; null once nothing is left to ask.
  next_enquiry_at timestamptz,
  created_at timestamptz not null default now(),
  constraint gateway_order_pkey primary key (order_no),
  constraint gateway_order_gateway_ref_key unique (gateway, gateway_ref),
  constraint gateway_order_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint gateway_order_gateway_check check (gateway in ('fpx','chip'))
);
create index gateway_order_next_enquiry_at_idx on platform.gateway_order (next_enquiry_at)
  where next_enquiry_at is not null;
${ownRows('gateway_order')}
grant select, insert, update, delete on platform.gateway_order to lunas_platform;
grant select, insert, update (next_enquiry_at, gateway_ref) on platform.gateway_order to lunas_tenant;

-- A transaction of a gateway pays exactly one order of one organisation, whatever later messages claim.
create table platform.gateway_transaction (
  gateway text not null,
  environment text not null,
  transaction_id text not null,
  entity_id uuid default platform.current_entity(),
  attempt_id uuid not null,
  claimed_at timestamptz not null default now(),
  constraint gateway_transaction_pkey primary key (gateway, environment, transaction_id),
  constraint gateway_transaction_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint gateway_transaction_transaction_id_check check (transaction_id <> '')
);
${ownRows('gateway_transaction')}
grant select, insert, delete on platform.gateway_transaction to lunas_platform;
grant select, insert on platform.gateway_transaction to lunas_tenant;

-- Every message of a gateway, as it was received. Bodies name people and their accounts, so a job seals them and
-- later deletes them.
create table platform.gateway_message (
  id uuid not null,
  entity_id uuid default platform.current_entity(),
  attempt_id uuid,
  gateway text not null,
  kind text not null,
  raw_body bytea,
  body_sealed text,
  body_sha256 bytea not null,
  verified boolean not null,
  certificate_fingerprint text,
  response_code text,
  outcome text not null,
  note text,
  ip text,
  request_id text,
  received_at timestamptz not null default now(),
  constraint gateway_message_pkey primary key (id),
  constraint gateway_message_kind_check check (kind in ('direct','indirect','enquiry','webhook','callback')),
  constraint gateway_message_body_check check (raw_body is null or body_sealed is null)
);
create index gateway_message_attempt_id_idx on platform.gateway_message (attempt_id);
create index gateway_message_received_at_idx on platform.gateway_message (received_at desc);
-- Messages that belong to nobody are few, and an operator must look at them.
create index gateway_message_unmatched_idx on platform.gateway_message (received_at desc) where entity_id is null;
create index gateway_message_unsealed_idx on platform.gateway_message (id) where raw_body is not null;
create index gateway_message_kept_idx on platform.gateway_message (received_at)
  where raw_body is not null or body_sealed is not null;
${ownRows('gateway_message')}
grant select, insert, update, delete on platform.gateway_message to lunas_platform;
grant select, insert on platform.gateway_message to lunas_tenant;

-- Gateway messages that a person must look at. Staff settle those of their organisation, operators those that belong
-- to none.
create table platform.payment_exception (
  id uuid not null,
  entity_id uuid default platform.current_entity(),
  kind text not null,
  attempt_id uuid,
  order_no text not null,
  payer text,
  bank text,
  -- The branches of the invoices it was to pay, by which staff may see it.
  branch_ids uuid[] not null default '{}',
  transaction_id text,
  response_code text,
  bank_reference text,
  -- What the gateway says was paid; null when that cannot be read.
  amount_sen bigint,
  expected_sen bigint,
  -- [{field, expected, received}]
  differences jsonb not null default '[]',
  message_id uuid,
  -- The payment it was booked as; null when it is not booked.
  payment_id uuid,
  raised_at timestamptz not null default now(),
  owner_id uuid,
  owner text,
  state text not null default 'open',
  resolution text,
  words text,
  refunded_on date,
  reference text,
  proposed_by uuid,
  proposer text,
  proposed_at timestamptz,
  resolved_by uuid,
  resolver text,
  resolved_at timestamptz,
  version integer not null default 1,
  constraint payment_exception_pkey primary key (id),
  -- However often the gateway repeats it.
  constraint payment_exception_once_key unique nulls not distinct (entity_id, order_no, kind, transaction_id),
  constraint payment_exception_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint payment_exception_kind_check check (
    kind in ('mismatch','second_debit','id_claimed','credited','contradicted','bank_problem','no_answer',
    'approval_late','reversed','not_owed','orphan')),
  -- An orphan belongs to no attempt; an exception with an attempt and without an organisation is the platform's own.
  constraint payment_exception_orphan_check
    check ((kind = 'orphan') = (attempt_id is null) and (kind <> 'orphan' or entity_id is null)),
  constraint payment_exception_state_check check (state in ('open','proposed','resolved')),
  constraint payment_exception_resolution_check check ((state = 'open') = (resolution is null)
    and resolution in ('booked','refunded','wrong_alarm','settled')),
  constraint payment_exception_words_check check (char_length(words) between 10 and 500),
  constraint payment_exception_refunded_check
    check ((resolution is not distinct from 'refunded') = (refunded_on is not null and reference is not null)),
  constraint payment_exception_wrong_alarm_check
    check (resolution is distinct from 'wrong_alarm' or words is not null),
  constraint payment_exception_proposed_check
    check (resolution is distinct from 'refunded' or proposed_by is not null),
  constraint payment_exception_resolved_check check ((state = 'resolved') = (resolved_at is not null)),
  -- Money is sent back only after a second person agreed.
  constraint payment_exception_four_eyes_check
    check (resolution is distinct from 'refunded' or state = 'proposed' or resolved_by <> proposed_by)
);
create index payment_exception_raised_at_idx on platform.payment_exception (raised_at desc, id desc);
create index payment_exception_entity_id_idx on platform.payment_exception (entity_id, raised_at desc, id desc);
create index payment_exception_attempt_id_idx on platform.payment_exception (attempt_id);
create index payment_exception_unowned_idx on platform.payment_exception (raised_at)
  where state <> 'resolved' and owner_id is null;
${ownRows('payment_exception')}
grant select, insert, update, delete on platform.payment_exception to lunas_platform;
-- What was received and expected cannot be changed.
grant select, insert, update (payment_id, owner_id, owner, state, resolution, words, refunded_on, reference,
  proposed_by, proposer, proposed_at, resolved_by, resolver, resolved_at,
  version) on platform.payment_exception to lunas_tenant;

create table platform.payment_exception_note (
  id uuid not null,
  entity_id uuid default platform.current_entity(),
  exception_id uuid not null,
  body text not null,
  author_id uuid,
  author text not null,
  written_at timestamptz not null default now(),
  constraint payment_exception_note_pkey primary key (id),
  constraint payment_exception_note_exception_id_fkey foreign key (exception_id)
    references platform.payment_exception (id) on delete cascade,
  constraint payment_exception_note_body_check check (char_length(body) between 1 and 1000)
);
create index payment_exception_note_exception_id_idx on platform.payment_exception_note (exception_id);
${ownRows('payment_exception_note')}
grant select, insert, delete on platform.payment_exception_note to lunas_platform;
grant select, insert on platform.payment_exception_note to lunas_tenant;

-- Which warnings about the end of an FPX certificate were sent, so that each is sent once.
create table platform.certificate_warning (
  fingerprint text not null,
  days integer not null,
  warned_at timestamptz not null default now(),
  constraint certificate_warning_pkey primary key (fingerprint, days)
);
${operatorRows('certificate_warning')}
grant select, insert on platform.certificate_warning to lunas_platform;
`)
    .execute(db)
}
