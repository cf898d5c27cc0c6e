import { type Kysely, sql } from 'kysely'

/** The payment of a registration fee that came before an application was decided; it is the family's credit until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table application
  add column fee_payment_id uuid,
  add constraint application_fee_payment_id_fkey foreign key (fee_payment_id) references payment (id);
`)
    .execute(db)
}
