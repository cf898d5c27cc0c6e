import { type Kysely, sql } from 'kysely'

/**
 * What a family that cannot pay at once agrees with its school: which invoices, in how many parts, each by which day. The parts
 * always come to what was owed when it was agreed; what became of it follows from the invoices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
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
  -- Why it was turned down, or ended before its time.
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
-- A family keeps one at a time.
create unique index arrangement_open_key on arrangement (parent_id) where status in ('proposed','active');

create table arrangement_invoice (
  arrangement_id uuid not null,
  invoice_id uuid not null,
  -- what was owed when it was agreed
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
`)
    .execute(db)
}
