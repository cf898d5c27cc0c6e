import { type Kysely, sql } from 'kysely'

/** Each gift, online or at the counter, and what becomes of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What an attempt is for; of a gift there are no invoices.
alter table payment_attempt
  add column purpose text not null default 'invoice',
  add constraint payment_attempt_purpose_check check (purpose in ('invoice','donation'));

create table donation (
  id uuid not null,
  kind text not null,
  infaq_type_id uuid,
  zakat_type_id uuid,
  branch_id uuid not null,
  -- Without the payer's fee.
  amount_sen bigint not null,
  -- Of zakat fitrah.
  persons integer,
  rate_sen bigint,
  -- Null: anonymous.
  donor_name text,
  message text,
  intention boolean not null default false,
  -- Of zakat: what the operator had confirmed when it began.
  appointment jsonb,
  parent_id uuid,
  attempt_id uuid,
  -- Money that an order of a gift brought a second time.
  second_of uuid,
  payment_id uuid,
  -- It came when its type was not open any more.
  after_close boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint donation_pkey primary key (id),
  constraint donation_infaq_type_id_fkey foreign key (infaq_type_id) references infaq_type (id),
  constraint donation_zakat_type_id_fkey foreign key (zakat_type_id) references zakat_type (id),
  constraint donation_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint donation_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint donation_attempt_id_fkey foreign key (attempt_id) references payment_attempt (id),
  constraint donation_second_of_fkey foreign key (second_of) references donation (id),
  constraint donation_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint donation_attempt_id_key unique (attempt_id),
  constraint donation_payment_id_key unique (payment_id),
  constraint donation_kind_check check (
    (kind = 'infaq' and infaq_type_id is not null and zakat_type_id is null)
    or (kind = 'zakat' and zakat_type_id is not null and infaq_type_id is null)),
  constraint donation_amount_sen_check check (amount_sen > 0),
  constraint donation_persons_check check ((persons is null) = (rate_sen is null) and persons between 1 and 99),
  -- Nobody gives zakat without having said so, and none is taken without an authority.
  constraint donation_zakat_check check (kind <> 'zakat' or (intention and appointment is not null))
);
create index donation_infaq_type_id_idx on donation (infaq_type_id);
create index donation_zakat_type_id_idx on donation (zakat_type_id);
create index donation_branch_id_idx on donation (branch_id);
create index donation_parent_id_idx on donation (parent_id);
create index donation_second_of_idx on donation (second_of) where second_of is not null;
`)
    .execute(db)
}
