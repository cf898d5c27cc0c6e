import { type Kysely, sql } from 'kysely'

/**
 * Which phone numbers and e-mail addresses count, and those that wait for their code. A detail counts from the moment in
 * its `_proven_at` column; without one it is only what somebody said of themselves, and nobody is found by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table user_account add column phone_proven_at timestamptz, add column email_proven_at timestamptz;
alter table parent
  add column phone_proven_at timestamptz,
  add column email_proven_at timestamptz,
  add column identity_proven_at timestamptz;

-- A phone number or e-mail address that a person typed about themselves and has not proven. Several people may wait for
-- the same one; the first to prove it gets it, and the others' rows say when it was taken away.
create table contact_claim (
  user_id uuid not null,
  kind text not null,
  value text not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  constraint contact_claim_pkey primary key (user_id, kind),
  constraint contact_claim_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint contact_claim_kind_check check (kind in ('phone','email')),
  constraint contact_claim_value_check check (kind = 'phone' or value = lower(value))
);
create index contact_claim_value_idx on contact_claim (value);

drop trigger user_account_contact on user_account;

-- What a person typed on their profile counts if they have signed in with it since. Everything else in an account was
-- entered by the office, or by a family that registered, which is corrected below.
with typed as (
  select account.id,
    max(log.at) filter (where log.after->>'phone' = account.phone) as phone_at,
    max(log.at) filter (where lower(log.after->>'email') = lower(account.email)) as email_at
  from user_account account
  join audit_log log on log.object_type = 'user_account' and log.object_id = account.id::text
    and log.action = 'profile.edited'
  group by account.id
)
update user_account account set
  phone_proven_at = case when account.phone is not null and (typed.phone_at is null or exists (
    select from login_log log where log.user_id = account.id and log.result = 'signed_in' and log.method = 'phone'
      and log.at >= typed.phone_at)) then account.created_at end,
  email_proven_at = case when account.email is not null and (typed.email_at is null or exists (
    select from login_log log where log.user_id = account.id and log.result = 'signed_in'
      and log.method in ('email','reset','invitation') and log.at >= typed.email_at)) then account.created_at end
from user_account same left join typed on typed.id = same.id
where same.id = account.id;

update parent set phone_proven_at = created_at, email_proven_at = case when email is not null then created_at end,
  identity_proven_at = case when identity_no_index is not null then created_at end;

-- Parents who were created by an application that the family filled in: of their contacts only a phone with a code, and
-- what they have signed in with. A number counts if a person approved the application.
with registered as (
  select parent.id, parent.user_id,
    bool_or(application.phone_verified and applied.place = 1 and applied.phone = parent.phone) as phoned,
    bool_or(exists (select from application_student child
      where child.application_id = application.id and child.decided_by is not null)) as seen
  from parent
  join application_parent applied on applied.parent_id = parent.id
  join application on application.id = applied.application_id and application.channel <> 'staff'
    and application.created_at <= parent.created_at and application.parent_id is distinct from parent.id
  group by parent.id, parent.user_id
), signed as (
  select registered.*,
    exists (select from login_log where user_id = registered.user_id and result = 'signed_in'
      and method = 'phone') as by_phone,
    exists (select from login_log where user_id = registered.user_id and result = 'signed_in'
      and method in ('email','reset','invitation')) as by_email
  from registered
), accounts as (
  update user_account set
    phone_proven_at = case when signed.phoned or signed.by_phone then phone_proven_at end,
    email_proven_at = case when signed.by_email then email_proven_at end
  from signed where signed.user_id = user_account.id
)
update parent set
  phone_proven_at = case when signed.phoned or signed.by_phone then phone_proven_at end,
  email_proven_at = case when signed.by_email then email_proven_at end,
  identity_proven_at = case when signed.seen then identity_proven_at end
from signed where signed.id = parent.id;

-- A parent's row holds a copy of what their account says, so it counts as much.
update parent set
  phone_proven_at = case when parent.phone = account.phone then account.phone_proven_at else parent.phone_proven_at end,
  email_proven_at = case when lower(parent.email) = lower(account.email)
    then account.email_proven_at else parent.email_proven_at end
from user_account account where account.id = parent.user_id;

-- Of two accounts only one has a proven contact; a mere claim takes it from nobody.
drop index user_account_email_key;
drop index user_account_phone_key;
create unique index user_account_email_key on user_account (lower(email))
  where deleted_at is null and email_proven_at is not null;
create unique index user_account_phone_key on user_account (phone)
  where deleted_at is null and phone_proven_at is not null;
create index user_account_email_idx on user_account (lower(email)) where email_proven_at is null;
create index user_account_phone_idx on user_account (phone) where phone_proven_at is null;
drop index parent_identity_no_index_key;
create unique index parent_identity_no_index_key on parent (identity_no_index)
  where deleted_at is null and identity_proven_at is not null;
create index parent_identity_no_index_idx on parent (identity_no_index) where identity_proven_at is null;

-- Keeps the index of contacts on the main host; see platform.keep_contact.
create trigger user_account_contact
  after insert or delete or update of email, phone, email_proven_at, phone_proven_at, status, deleted_at on user_account
  for each row execute function platform.keep_contact();
-- Takes from that index what no longer counts.
update user_account set phone_proven_at = phone_proven_at
  where phone_proven_at is null or email_proven_at is null;
`)
    .execute(db)
}
