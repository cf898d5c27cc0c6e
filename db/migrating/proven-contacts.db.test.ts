import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { up } from '#migrations/tenant/0012_proven_contacts.ts'
import { insert, parent, user } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'

/** The schema as it was before. */
const before = `
drop trigger user_account_contact on user_account;
alter table user_account drop column phone_proven_at, drop column email_proven_at;
alter table parent drop column phone_proven_at, drop column email_proven_at, drop column identity_proven_at;
drop table contact_claim;
create unique index user_account_email_key on user_account (lower(email)) where deleted_at is null;
create unique index user_account_phone_key on user_account (phone) where deleted_at is null;
create unique index parent_identity_no_index_key on parent (identity_no_index) where deleted_at is null;
create trigger user_account_contact after insert or delete or update of email, phone, status, deleted_at on user_account
  for each row execute function platform.keep_contact();`

test('contacts count as before, except what was typed on a profile and never signed in with', async () => {
  const tenant = await freshTenant()
  const typed = { phone: '+60190002001', email: 'taip@family.test' }
  const [office, claimed, used] = await tenant.write(async (trx) => {
    const one = await user(trx, { roles: ['parent'], phone: '+60190002000' })
    const two = await user(trx, { roles: ['parent'], ...typed })
    const three = await user(trx, { roles: ['parent'], phone: '+60190002002' })
    await parent(trx)
    for (const [account, after] of [
      [two, typed],
      [three, { phone: '+60190002002' }],
    ] as const)
      await insert(trx, 'audit_log', {
        ...{ id: newId(), actor_type: 'user', actor_name: account.name, action: 'profile.edited' },
        ...{ object_type: 'user_account', object_id: account.id, after: JSON.stringify(after) },
      })
    await insert(trx, 'login_log', { id: newId(), user_id: three.id, method: 'phone', result: 'signed_in' })
    return [one, two, three]
  })
  await asOwner(tenant.database.ownerUrl, (owner) =>
    owner.connection().execute(async (db) => {
      await sql`select set_config('search_path', ${tenant.place.schema}, false)`.execute(db)
      await sql.raw(before).execute(db)
      await up(db as unknown as Kysely<unknown>)
      await sql`reset search_path`.execute(db)
    }),
  )
  const counting = await tenant.read((db) =>
    db.selectFrom('user_account').select(['id', 'phone_proven_at', 'email_proven_at']).execute(),
  )
  const of = ({ id }: { id: string }) => {
    const { phone_proven_at, email_proven_at } = counting.find((row) => row.id === id)!
    return [phone_proven_at !== null, email_proven_at !== null]
  }
  expect([of(office!), of(claimed!), of(used!)]).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ])
  const parents = await tenant.read((db) => db.selectFrom('parent').select('phone_proven_at').execute())
  expect(parents.every(({ phone_proven_at }) => phone_proven_at !== null)).toBe(true)
})
