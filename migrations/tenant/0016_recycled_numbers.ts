import { type Kysely, sql } from 'kysely'

/**
 * Numbers that were given to somebody else: whether the family of an application is one on file is asked of the office, and
 * an old proof of a phone needs a second fact at sign-in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What the office answered about a parent of an application whose phone or e-mail address belongs to somebody else on file.
alter table application_parent
  add column same_parent_id uuid,
  add column other_parent_ids uuid[] not null default '{}',
  add constraint application_parent_same_parent_id_fkey foreign key (same_parent_id) references parent (id),
  add constraint application_parent_same_check check (not (same_parent_id = any (other_parent_ids)));
create index application_parent_same_parent_id_idx on application_parent (same_parent_id);

-- Since when a browser that gave the right code owes a second fact; it is signed in once that is given.
alter table one_time_code add column owes_fact_at timestamptz;

-- From now on each sign-in by phone renews the proof; the past ones are in the log.
update user_account account set phone_proven_at = seen.at
from (select user_id, max(at) as at from login_log
  where result = 'signed_in' and method = 'phone' group by user_id) seen
where seen.user_id = account.id and account.phone is not null and account.phone_proven_at < seen.at;
`)
    .execute(db)
}
