import { type Kysely, sql } from 'kysely'

/** What one student pays in one class in place of what everyone pays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table enrolment_fee (
  enrolment_id uuid not null,
  fee_type_id uuid not null,
  amount_sen bigint not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint enrolment_fee_pkey primary key (enrolment_id, fee_type_id),
  constraint enrolment_fee_enrolment_id_fkey foreign key (enrolment_id) references enrolment (id),
  constraint enrolment_fee_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint enrolment_fee_amount_sen_check check (amount_sen between 0 and 10000000)
);
create index enrolment_fee_fee_type_id_idx on enrolment_fee (fee_type_id);
`)
    .execute(db)
}
