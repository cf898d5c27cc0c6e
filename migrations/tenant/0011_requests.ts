import { type Kysely, sql } from 'kysely'

/** Requests to cancel, which a second person decides; and lines of the money-in book that take money back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table cancel_request (
  id uuid not null,
  kind text not null,
  invoice_id uuid,
  payment_id uuid,
  -- Of the invoice or the payment.
  branch_id uuid not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  state text not null default 'open',
  decided_by uuid,
  decided_at timestamptz,
  note text,
  constraint cancel_request_pkey primary key (id),
  constraint cancel_request_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint cancel_request_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint cancel_request_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint cancel_request_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint cancel_request_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint cancel_request_kind_check check (kind in ('invoice','payment')),
  constraint cancel_request_subject_check check ((invoice_id is not null) = (kind = 'invoice') and (payment_id is not null) = (kind = 'payment')),
  constraint cancel_request_reason_check check (char_length(reason) between 10 and 300),
  constraint cancel_request_state_check check (state in ('open','approved','rejected','withdrawn')),
  constraint cancel_request_decided_check check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null)),
  constraint cancel_request_note_check check (state <> 'rejected' or note is not null),
  -- Nobody decides on their own request; only taking it back is theirs alone.
  constraint cancel_request_four_eyes_check check (state not in ('approved','rejected') or decided_by <> requested_by),
  constraint cancel_request_withdrawn_check check (state <> 'withdrawn' or decided_by = requested_by)
);
create unique index cancel_request_open_key on cancel_request ((coalesce(invoice_id, payment_id))) where state = 'open';
create index cancel_request_invoice_id_idx on cancel_request (invoice_id);
create index cancel_request_payment_id_idx on cancel_request (payment_id);
create index cancel_request_requested_at_idx on cancel_request (requested_at desc, id desc);

-- A cancelled payment keeps its line, and a second one takes the money back on the day of the cancelling.
alter table collection
  drop constraint collection_payment_id_key,
  drop constraint collection_gross_sen_check,
  add constraint collection_gross_sen_check check (gross_sen > 0 or (gross_sen < 0 and status = 'reversed'));
create unique index collection_payment_id_key on collection (payment_id, (gross_sen < 0));
`)
    .execute(db)
}
