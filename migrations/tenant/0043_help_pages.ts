import { type Kysely, sql } from 'kysely'

/**
 * Papers of the help centre that an organisation writes for its families, what families agreed to, and which FPX terms a
 * payer saw. Nothing that was published or agreed to changes afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table legal_version (
  id uuid not null,
  slug text not null,
  -- In force from this day on.
  valid_from date not null,
  -- Tells apart the versions of one day.
  number integer not null,
  body_en text not null,
  body_my text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint legal_version_pkey primary key (id),
  constraint legal_version_created_by_fkey foreign key (created_by) references user_account (id),
  constraint legal_version_slug_check check (slug in ('terms','privacy')),
  constraint legal_version_number_check check (number >= 1),
  constraint legal_version_body_check check (length(body_en) between 1 and 60000 and length(body_my) between 1 and 60000)
);
create unique index legal_version_day_key on legal_version (slug, valid_from, number);
create index legal_version_created_by_idx on legal_version (created_by);

-- One row for each paper that a family agreed to when it sent its application.
create table legal_consent (
  id uuid not null,
  application_id uuid not null,
  -- Whose paper: the organisation's own, or the operator's.
  publisher text not null,
  -- form: the terms of the registration form, by their number.
  paper text not null,
  version text not null,
  agreed_at timestamptz not null default now(),
  constraint legal_consent_pkey primary key (id),
  constraint legal_consent_application_id_fkey foreign key (application_id) references application (id) on delete cascade,
  constraint legal_consent_publisher_check check (publisher in ('organisation','operator')),
  constraint legal_consent_paper_check check (paper in ('terms','privacy','form'))
);
create unique index legal_consent_application_key on legal_consent (application_id, publisher, paper);
create index legal_consent_agreed_at_idx on legal_consent (agreed_at desc, id desc);

-- The version of the FPX terms in force when a payer went to the bank.
alter table payment_attempt add fpx_terms_version text;
`)
    .execute(db)
}
