import { type Kysely, sql } from 'kysely'

/**
 * Codes that belong to a purpose and to the browser that asked for them; contacts of the accounts kept in the platform's
 * index, those that are there already included.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Nobody could ask for a code before: a row of the old form has no browser and cannot be used.
delete from one_time_code;
drop index one_time_code_phone_idx;
alter table one_time_code rename column phone to address;
alter table one_time_code
  add column purpose text not null,
  add column deliver boolean not null,
  add column locale text not null,
  add column browser_hash bytea not null,
  alter column code_mac drop not null,
  drop constraint one_time_code_channel_check,
  add constraint one_time_code_browser_hash_key unique (browser_hash),
  add constraint one_time_code_channel_check check (channel in ('sms','whatsapp','email')),
  add constraint one_time_code_locale_check check (locale ~ '^[a-z]{2,8}$');
create index one_time_code_address_idx on one_time_code (address, created_at desc);
create index one_time_code_created_at_idx on one_time_code (created_at);
create index recovery_token_user_id_idx on recovery_token (user_id);

insert into platform.contact (entity_id, user_id, kind, value)
select entity.id, account.id, known.kind, known.value
from user_account as account
join platform.entity as entity on entity.schema_name = current_schema()
cross join lateral (values ('email', lower(account.email)), ('phone', account.phone)) as known (kind, value)
where account.status = 'active' and account.deleted_at is null and known.value is not null;

create trigger user_account_contact
  after insert or delete or update of email, phone, status, deleted_at on user_account
  for each row execute function platform.keep_contact();
`)
    .execute(db)
}
