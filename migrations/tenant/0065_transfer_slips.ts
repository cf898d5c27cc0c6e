import { type Kysely, sql } from 'kysely'

/**
 * What a family hands in to prove a transfer that it made for an invoice: the paper, what it says, and what the office
 * decided of it. Who hands it in may be nobody that has an account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table transfer_slip (
  id uuid not null,
  invoice_id uuid not null,
  amount_sen bigint not null,
  paid_on date not null,
  reference_no text not null,
  file_id uuid,
  -- of the file as it came, whatever is kept of it
  file_hash text not null,
  status text not null default 'requested',
  requested_by uuid,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  payment_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint transfer_slip_pkey primary key (id),
  constraint transfer_slip_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint transfer_slip_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint transfer_slip_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint transfer_slip_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint transfer_slip_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint transfer_slip_amount_sen_check check (amount_sen > 0),
  constraint transfer_slip_reference_no_check check (char_length(reference_no) between 1 and 50),
  constraint transfer_slip_file_hash_check check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint transfer_slip_status_check check (status in ('requested','confirmed','rejected','withdrawn')),
  constraint transfer_slip_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint transfer_slip_payment_check check ((payment_id is not null) = (status = 'confirmed')),
  constraint transfer_slip_reason_check check ((decision_reason is not null) = (status = 'rejected')),
  -- whoever handed it in does not say that the money has come
  constraint transfer_slip_four_eyes_check check (
    status <> 'confirmed' or (decided_by is not null and decided_by is distinct from requested_by))
);
create index transfer_slip_invoice_id_idx on transfer_slip (invoice_id);
create unique index transfer_slip_open_key on transfer_slip (invoice_id, file_hash) where status = 'requested';
create index transfer_slip_payment_id_idx on transfer_slip (payment_id) where payment_id is not null;
create index transfer_slip_file_hash_idx on transfer_slip (file_hash);
create index transfer_slip_reference_idx on transfer_slip ((upper(regexp_replace(reference_no, '[^[:alnum:]]', '', 'g'))));
create index transfer_slip_waiting_idx on transfer_slip (invoice_id) where status = 'requested';
create index payment_transfer_reference_idx on payment ((upper(regexp_replace(reference_no, '[^[:alnum:]]', '', 'g'))))
  where reference_no is not null;
`)
    .execute(db)
}
