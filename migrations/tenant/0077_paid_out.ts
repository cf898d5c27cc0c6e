import { type Kysely, sql } from 'kysely'

/**
 * A line of the organisation's book names its payout as the platform's ledger does, and is paid out when that says so:
 * whoever writes here cannot make up either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function refuse_made_up_payout() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from platform.ledger
    where ledger.entity_id = platform.current_entity() and ledger.collection_id = new.id
      and ledger.payout_id is not distinct from new.payout_id
      and (new.status <> 'paid_out' or ledger.status = 'paid_out')
  ) then
    raise exception using errcode = 'insufficient_privilege', message = 'the ledger knows of no such payout';
  end if;
  return new;
end $$;
create trigger collection_payout before update of payout_id on collection
  for each row when (new.payout_id is distinct from old.payout_id) execute function refuse_made_up_payout();
create index collection_payout_id_idx on collection (payout_id) where payout_id is not null;
`)
    .execute(db)
}
