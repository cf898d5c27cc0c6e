import { type Kysely, sql } from 'kysely'

/** Whose each transaction of a gateway is, and what of their messages a person must look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A transaction pays one order of one organisation, whatever is said of it later and to whom.
create table platform.gateway_transaction (
  gateway text not null,
  environment text not null,
  transaction_id text not null,
  entity_id uuid not null default platform.current_entity(),
  attempt_id uuid not null,
  claimed_at timestamptz not null default now(),
  constraint gateway_transaction_pkey primary key (gateway, environment, transaction_id),
  constraint gateway_transaction_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint gateway_transaction_transaction_id_check check (transaction_id <> '')
);

-- An organisation's own rows are its staff's to settle, those of nobody the operator's.
create table platform.payment_exception (
  id uuid not null,
  entity_id uuid default platform.current_entity(),
  kind text not null,
  attempt_id uuid,
  order_no text not null,
  payer text,
  bank text,
  -- Of the invoices that it was to pay, for whose eyes it is.
  branch_ids uuid[] not null default '{}',
  transaction_id text,
  response_code text,
  bank_reference text,
  -- What the gateway says that it moved; null when it says nothing that can be read.
  amount_sen bigint,
  expected_sen bigint,
  -- [{field, expected, received}]
  differences jsonb not null default '[]',
  message_id uuid,
  -- Where the money stands; null when it stands nowhere yet.
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
  constraint payment_exception_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  -- However often the gateway repeats it.
  constraint payment_exception_once_key unique nulls not distinct (entity_id, order_no, kind, transaction_id),
  constraint payment_exception_kind_check check (kind in ('mismatch','second_debit','id_claimed','credited','contradicted','bank_problem','no_answer','approval_late','orphan')),
  constraint payment_exception_orphan_check check ((kind = 'orphan') = (entity_id is null) and (entity_id is null) = (attempt_id is null)),
  constraint payment_exception_state_check check (state in ('open','proposed','resolved')),
  constraint payment_exception_resolution_check check ((state = 'open') = (resolution is null)
    and resolution in ('booked','refunded','wrong_alarm','settled')),
  constraint payment_exception_words_check check (char_length(words) between 10 and 500),
  constraint payment_exception_refunded_check check ((resolution is not distinct from 'refunded') = (refunded_on is not null and reference is not null)),
  constraint payment_exception_wrong_alarm_check check (resolution is distinct from 'wrong_alarm' or words is not null),
  constraint payment_exception_proposed_check check (resolution is distinct from 'refunded' or proposed_by is not null),
  constraint payment_exception_resolved_check check ((state = 'resolved') = (resolved_at is not null)),
  -- Money leaves only before four eyes.
  constraint payment_exception_four_eyes_check check (resolution is distinct from 'refunded' or state = 'proposed' or resolved_by <> proposed_by)
);
create index payment_exception_raised_at_idx on platform.payment_exception (raised_at desc, id desc);
create index payment_exception_entity_id_idx on platform.payment_exception (entity_id, raised_at desc, id desc);
create index payment_exception_attempt_id_idx on platform.payment_exception (attempt_id);
create index payment_exception_unowned_idx on platform.payment_exception (raised_at) where state <> 'resolved' and owner_id is null;

create table platform.payment_exception_note (
  id uuid not null,
  entity_id uuid default platform.current_entity(),
  exception_id uuid not null,
  body text not null,
  author_id uuid,
  author text not null,
  written_at timestamptz not null default now(),
  constraint payment_exception_note_pkey primary key (id),
  constraint payment_exception_note_exception_id_fkey foreign key (exception_id) references platform.payment_exception (id) on delete cascade,
  constraint payment_exception_note_body_check check (char_length(body) between 1 and 1000)
);
create index payment_exception_note_exception_id_idx on platform.payment_exception_note (exception_id);

grant select, insert, delete on platform.gateway_transaction, platform.payment_exception, platform.payment_exception_note to lunas_platform;
grant update on platform.payment_exception to lunas_platform;
grant select, insert on platform.gateway_transaction, platform.payment_exception, platform.payment_exception_note to lunas_tenant;
-- What was received and expected stays as it was written down.
grant update (payment_id, owner_id, owner, state, resolution, words, refunded_on, reference, proposed_by, proposer, proposed_at, resolved_by, resolver, resolved_at, version)
  on platform.payment_exception to lunas_tenant;
${['gateway_transaction', 'payment_exception', 'payment_exception_note'].map(rowSecurity).join('\n')}
`)
    .execute(db)
}

function rowSecurity(table: string): string {
  const own = 'entity_id = (select platform.current_entity())'
  return `
alter table platform.${table} enable row level security;
create policy ${table}_platform on platform.${table} to lunas_platform using (true) with check (true);
create policy ${table}_tenant on platform.${table} to lunas_tenant using (${own}) with check (${own});`
}
