import { type Kysely, sql } from 'kysely'

/** What goes back of a gift may go in parts, and never more than was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table fund_entry drop constraint fund_entry_donation_id_key;
create unique index fund_entry_donation_id_key on fund_entry (donation_id, reason) where reason <> 'returned';
create index fund_entry_returned_idx on fund_entry (donation_id) where reason = 'returned';

-- The lock of its fund, which refuse_empty_fund takes, has whoever comes second see what the first has sent back.
create function refuse_beyond_gift() returns trigger language plpgsql set search_path from current as $$
begin
  if (select sum(delta_sen) from fund_entry where donation_id = new.donation_id) < 0 then
    raise exception using errcode = 'check_violation', table = 'fund_entry', constraint = 'fund_entry_beyond_gift',
      message = 'of a gift no more goes back than was given';
  end if;
  return null;
end $$;
create trigger fund_entry_beyond_gift after insert on fund_entry
  for each row when (new.delta_sen < 0 and new.donation_id is not null) execute function refuse_beyond_gift();
`)
    .execute(db)
}
