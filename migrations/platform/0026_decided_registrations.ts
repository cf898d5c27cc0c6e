import { type Kysely, sql } from 'kysely'

/**
 * An operator approves a registration and a job makes the organisation, so for a moment it is asked for and not there yet.
 * A fee that was paid is sent back with a rejection.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity_registration
  add column approval_asked_at timestamptz,
  add column approved_by uuid,
  -- Why the job gave up; the operator asks again or rejects.
  add column approval_fault text,
  add constraint entity_registration_approval_check check ((approval_asked_at is null) = (approved_by is null)),
  add constraint entity_registration_approved_check check (status <> 'approved' or entity_id is not null);
alter table platform.platform_invoice
  add column refunded_on date,
  add column refund_reference text,
  drop constraint platform_invoice_status_check,
  drop constraint platform_invoice_paid_check,
  add constraint platform_invoice_status_check check (status in ('unpaid','pending','paid','cancelled','refunded')),
  add constraint platform_invoice_paid_check check ((status in ('paid','refunded')) = (paid_on is not null)),
  add constraint platform_invoice_refunded_check check (
    num_nonnulls(refunded_on, refund_reference) = case status when 'refunded' then 2 else 0 end);
create index entity_registration_status_idx on platform.entity_registration (status, created_at desc);
`)
    .execute(db)
}
