import { type Kysely, sql } from 'kysely'

/** By which number a giver may claim a deduction from tax; a receipt promises none without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table donation
  add column identity_type text,
  add column identity_no_sealed text,
  add constraint donation_identity_type_check check (identity_type in ('nric','passport','company')),
  -- Nobody's number is kept who is not named. A further gift of the same order has that of its first.
  add constraint donation_identity_check check (
    (identity_type is null) = (identity_no_sealed is null)
    and (identity_no_sealed is null or (kind = 'infaq' and donor_name is not null and second_of is null)));
`)
    .execute(db)
}
