import { type Kysely, sql } from 'kysely'

/** Which fees are billed for which period, why a line costs what it costs, and families that count as one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table invoice_item
  -- How its amount came about, as app/domain/billing/plan/facts.ts describes it; null: written by hand.
  add column facts jsonb;

-- A fee of a class is billed once for a student and a period, whoever bills it and how often; also on drafts.
create table billed_fee (
  student_id uuid not null,
  subject_id uuid not null,
  fee_type_id uuid not null,
  apply_to text not null,
  -- 2026-03, 2026-Q1, 2026-H1, 2026 or once
  period_key text not null,
  period_starts_on date,
  period_ends_on date,
  invoice_id uuid not null,
  invoice_item_id uuid not null,
  constraint billed_fee_pkey primary key (student_id, subject_id, fee_type_id, apply_to, period_key),
  constraint billed_fee_student_id_fkey foreign key (student_id) references student (id),
  constraint billed_fee_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint billed_fee_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint billed_fee_invoice_id_fkey foreign key (invoice_id) references invoice (id) on delete cascade,
  constraint billed_fee_invoice_item_id_fkey foreign key (invoice_item_id) references invoice_item (id) on delete cascade,
  constraint billed_fee_period_check check ((period_starts_on is null) = (period_ends_on is null)
    and (period_starts_on is null) = (period_key = 'once') and period_starts_on <= period_ends_on)
);
create index billed_fee_invoice_id_idx on billed_fee (invoice_id);
create index billed_fee_invoice_item_id_idx on billed_fee (invoice_item_id);
insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
  invoice_id, invoice_item_id)
select invoice.student_id, fee.subject_id, fee.fee_type_id, fee.apply_to,
  case fee.frequency
    when 'one_off' then 'once'
    when 'monthly' then to_char(item.period_starts_on, 'YYYY-MM')
    when 'quarterly' then year.no || '-Q' || (year.month / 3 + 1)
    when 'half_yearly' then year.no || '-H' || (year.month / 6 + 1)
    else year.no
  end,
  case when fee.frequency <> 'one_off' then item.period_starts_on end,
  case when fee.frequency <> 'one_off' then item.period_ends_on end,
  invoice.id, item.id
from invoice_item item
  join invoice on invoice.id = item.invoice_id and invoice.status <> 'cancelled'
  join subject_fee fee on fee.id = item.subject_fee_id
  join platform.entity on entity.schema_name = current_schema()
  cross join lateral (
    select to_char(item.period_starts_on - make_interval(months => entity.academic_year_start_month - 1), 'YYYY') as no,
      (extract(month from item.period_starts_on)::int - entity.academic_year_start_month + 12) % 12 as month
  ) year
where fee.frequency = 'one_off' or (item.period_starts_on is not null and item.period_ends_on is not null)
order by invoice.created_at, item.position
on conflict do nothing;

-- The family of one parent counts as that of another, such as of cousins who live together. One step only.
create table joined_family (
  parent_id uuid not null,
  joined_to_id uuid not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint joined_family_pkey primary key (parent_id),
  constraint joined_family_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint joined_family_joined_to_id_fkey foreign key (joined_to_id) references parent (id),
  constraint joined_family_self_check check (parent_id <> joined_to_id),
  constraint joined_family_reason_check check (char_length(reason) between 10 and 300)
);
create index joined_family_joined_to_id_idx on joined_family (joined_to_id);

-- Whether what is on the invoice may be billed once more when it is cancelled.
alter table cancel_request
  add column bill_again boolean not null default false,
  add constraint cancel_request_bill_again_check check (not bill_again or kind = 'invoice');
`)
    .execute(db)
}
