import { type Kysely, sql } from 'kysely'

/**
 * E-invoices: what an organisation owes the tax portal, how it reaches it, and what became of each document. Documents beside
 * the invoices: nothing here changes an invoice. tenant-schema.ts says what the organisation's role may change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The answers from which the rules derive since when the organisation must issue e-invoices; at most one row.
create table einvoice_obligation (
  id uuid not null,
  -- Revenue of the year that decides: below RM1 million, up to 5, 25 or 100 million, or more.
  turnover_band text not null,
  turnover_year integer not null,
  -- Null: before 2023.
  started_on date,
  -- A related company, a holding company or a shareholder that is no individual has RM1 million or more.
  related_above_1m boolean not null default false,
  -- A statutory body or a local authority in its duties under a written law.
  statutory boolean not null default false,
  -- Approved under section 44(6) or a like provision, so that gifts are reportable.
  approved_donations boolean not null default false,
  -- The organisation does without the relaxation that the rules would allow it.
  relaxation_declined boolean not null default false,
  -- Told by the tax agent, above what follows from the answers.
  agreed_start_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint einvoice_obligation_pkey primary key (id),
  constraint einvoice_obligation_band_check
    check (turnover_band in ('below_1m','to_5m','to_25m','to_100m','above_100m')),
  constraint einvoice_obligation_year_check check (turnover_year between 2022 and 2100)
);
create unique index einvoice_obligation_one_key on einvoice_obligation ((true));

-- The organisation towards the portal; at most one row, none before it is set up.
create table einvoice_setting (
  id uuid not null,
  name text,
  tin text,
  id_type text not null default 'BRN',
  -- A registration number, or the identity number of a sole proprietor.
  id_value_sealed text,
  sst_number text,
  msic text,
  activity text,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  city text,
  postcode text,
  -- The two digits of the portal's own list.
  state_code text,
  phone text,
  email text,
  environment text not null default 'sandbox',
  mode text not null default 'direct',
  intermediary_name text,
  intermediary_tin text,
  intermediary_brn text,
  -- Of the organisation, or of its intermediary in that mode.
  client_id text,
  secret_sealed text,
  second_secret_sealed text,
  secrets_at timestamptz,
  -- Both end on one day.
  secrets_end_on date,
  -- For which number of days before the end the managers were warned.
  secrets_warned_days integer,
  document_version text not null default '1.0',
  -- The certificate that signs, in DER and base64; public.
  certificate text,
  certificate_key_sealed text,
  certificate_at timestamptz,
  certificate_ends_at timestamptz,
  certificate_warned_days integer,
  basis text not null default 'on_paid',
  auto_submit text not null default 'off',
  -- Invoices before this day are never submitted by themselves.
  auto_since date,
  qr_position text not null default 'bottom',
  status text not null default 'pending',
  -- Why the last connection test failed, or what stopped the queue.
  fault text,
  fault_detail text,
  tested_at timestamptz,
  refused_logins integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint einvoice_setting_pkey primary key (id),
  constraint einvoice_setting_id_type_check check (id_type in ('NRIC','PASSPORT','ARMY','BRN')),
  constraint einvoice_setting_environment_check check (environment in ('sandbox','production')),
  constraint einvoice_setting_mode_check check (mode in ('direct','intermediary')),
  constraint einvoice_setting_version_check check (document_version in ('1.0','1.1')),
  constraint einvoice_setting_basis_check check (basis in ('on_paid','on_issue')),
  constraint einvoice_setting_auto_check check (auto_submit in ('off','on_paid','on_issue')),
  constraint einvoice_setting_qr_check check (qr_position in ('top','bottom')),
  constraint einvoice_setting_status_check check (status in ('pending','validated','failed')),
  constraint einvoice_setting_certificate_check
    check ((certificate is null) = (certificate_key_sealed is null))
);
create unique index einvoice_setting_one_key on einvoice_setting ((true));

-- One document that the portal is to have, from the wish to send it to its end. It keeps its row while it is mended and sent
-- again; a document that was cancelled is followed by a new row.
create table einvoice_document (
  id uuid not null,
  source text not null,
  invoice_id uuid,
  credit_note_id uuid,
  branch_id uuid,
  -- Whose family, so that parents find their own.
  parent_id uuid,
  type text not null,
  -- What the portal calls the internal id.
  number text not null,
  buyer_name text,
  total_sen bigint not null,
  environment text not null,
  -- Of a credit, debit or refund note: the document that it corrects.
  original_id uuid,
  -- queued: waits to be sent; sending: bytes are stored and the answer is not known; submitted: the portal took it in;
  -- processing: the portal was asked and has not decided; failed: refused at once, or given up.
  status text not null default 'queued',
  submission_id uuid,
  uuid text,
  long_id text,
  -- The time that the document bears, set when it was last built.
  issued_at timestamptz,
  submitted_at timestamptz,
  validated_at timestamptz,
  reject_requested_at timestamptz,
  reject_reason text,
  cancel_requested_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  -- What the portal or our own checks found wrong: a list of {step, code, text, text_my, path, key, field}.
  faults jsonb not null default '[]',
  -- Of what the document says without its time and its signature: a refused one is not sent again unchanged.
  fingerprint text,
  attempts integer not null default 0,
  checked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint einvoice_document_pkey primary key (id),
  constraint einvoice_document_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint einvoice_document_credit_note_id_fkey foreign key (credit_note_id) references credit_note (id),
  constraint einvoice_document_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint einvoice_document_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint einvoice_document_original_id_fkey foreign key (original_id) references einvoice_document (id),
  constraint einvoice_document_source_check check (source in ('invoice','credit_note','consolidation','self_billed')),
  constraint einvoice_document_source_id_check check (
    (source = 'invoice') = (invoice_id is not null) and (source = 'credit_note') = (credit_note_id is not null)),
  constraint einvoice_document_type_check check (type in ('01','02','03','04','11','12','13','14')),
  constraint einvoice_document_status_check check (status in
    ('queued','sending','submitted','processing','valid','invalid','failed','cancelled')),
  constraint einvoice_document_environment_check check (environment in ('sandbox','production')),
  constraint einvoice_document_valid_check
    check (status not in ('valid','cancelled') or (uuid is not null and validated_at is not null)),
  constraint einvoice_document_cancelled_check check ((status = 'cancelled') = (cancelled_at is not null))
);
-- One that is not cancelled for each invoice and each note: what the portal does not guard, the database does.
create unique index einvoice_document_invoice_key on einvoice_document (invoice_id, environment)
  where invoice_id is not null and status <> 'cancelled';
create unique index einvoice_document_credit_note_key on einvoice_document (credit_note_id, environment)
  where credit_note_id is not null and status <> 'cancelled';
create unique index einvoice_document_uuid_key on einvoice_document (uuid) where uuid is not null;
create index einvoice_document_created_idx on einvoice_document (created_at desc, id desc);
create index einvoice_document_branch_id_idx on einvoice_document (branch_id);
create index einvoice_document_parent_id_idx on einvoice_document (parent_id);
create index einvoice_document_invoice_id_idx on einvoice_document (invoice_id);
create index einvoice_document_credit_note_id_idx on einvoice_document (credit_note_id);
create index einvoice_document_original_id_idx on einvoice_document (original_id);
create index einvoice_document_number_idx on einvoice_document (number);
-- Few rows of many: what is under way, and what somebody must mend.
create index einvoice_document_open_idx on einvoice_document (created_at, id)
  where status in ('queued','sending','submitted','processing');
create index einvoice_document_faulty_idx on einvoice_document (updated_at) where status in ('invalid','failed');

-- One request to the portal: which bytes, how often they went out, and what is to happen next. The bytes are stored before they
-- are sent, and never change.
create table einvoice_submission (
  id uuid not null,
  environment text not null,
  -- A hash of the client id, and whom it acts for: whose limits and whose token.
  client_key text not null,
  on_behalf_of text,
  document_count integer not null,
  -- SHA-256 of the whole body of the request, in hexadecimal.
  body_hash text not null,
  -- stored: not sent yet; unknown: sent, no answer; accepted: the portal took documents in; closed: every document has its end,
  -- and next_at is the next look for rejection requests; refused: nothing of it arrived.
  state text not null default 'stored',
  submission_uid text,
  sends integer not null default 0,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  accepted_at timestamptz,
  polls integer not null default 0,
  next_at timestamptz,
  correlation_id text,
  fault jsonb,
  created_at timestamptz not null default now(),
  constraint einvoice_submission_pkey primary key (id),
  constraint einvoice_submission_uid_key unique (submission_uid),
  constraint einvoice_submission_state_check check (state in ('stored','unknown','accepted','closed','refused')),
  constraint einvoice_submission_count_check check (document_count between 1 and 100)
);
create index einvoice_submission_due_idx on einvoice_submission (next_at) where next_at is not null;
alter table einvoice_document add constraint einvoice_document_submission_id_fkey
  foreign key (submission_id) references einvoice_submission (id);
create index einvoice_document_submission_id_idx on einvoice_document (submission_id);

-- The bytes of one document in one request, sealed, since they name a family and its identity numbers.
create table einvoice_attempt (
  id uuid not null,
  submission_id uuid not null,
  document_id uuid not null,
  position integer not null,
  content_sealed text not null,
  -- SHA-256 of the bytes, in hexadecimal, as the portal gets it.
  content_hash text not null,
  fingerprint text not null,
  issued_at timestamptz not null,
  uuid text,
  -- Null while the portal has not answered.
  outcome text,
  faults jsonb not null default '[]',
  constraint einvoice_attempt_pkey primary key (id),
  constraint einvoice_attempt_submission_id_fkey foreign key (submission_id) references einvoice_submission (id),
  constraint einvoice_attempt_document_id_fkey foreign key (document_id) references einvoice_document (id),
  constraint einvoice_attempt_position_key unique (submission_id, position),
  constraint einvoice_attempt_document_key unique (submission_id, document_id),
  constraint einvoice_attempt_outcome_check check (outcome in ('accepted','refused','valid','invalid','lost'))
);
create index einvoice_attempt_document_id_idx on einvoice_attempt (document_id);

-- What happened to a document, in the order in which it happened.
create table einvoice_event (
  id uuid not null,
  document_id uuid not null,
  kind text not null,
  by_name text,
  by_id uuid,
  correlation_id text,
  -- What the portal said, as it said it, without identity numbers.
  detail jsonb,
  at timestamptz not null default now(),
  constraint einvoice_event_pkey primary key (id),
  constraint einvoice_event_document_id_fkey foreign key (document_id) references einvoice_document (id)
);
create index einvoice_event_document_id_idx on einvoice_event (document_id, at);

-- What the portal said of a tax number and the number beside it.
create table einvoice_tin_check (
  id uuid not null,
  environment text not null,
  tin text not null,
  id_type text not null,
  -- A fingerprint of the number.
  id_index bytea not null,
  matches boolean not null,
  checked_at timestamptz not null default now(),
  constraint einvoice_tin_check_pkey primary key (id),
  constraint einvoice_tin_check_key unique (environment, tin, id_type, id_index)
);
`)
    .execute(db)
}
