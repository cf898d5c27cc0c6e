import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/database.ts'
import { user } from '#tests/support/database/factories.ts'
import { drop, freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { asOwner } from './owner.ts'
import { withPlatform } from './with-tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const contactsOf = (user_id: string) =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.contact')
      .select(['entity_id', 'kind', 'value'])
      .where('user_id', '=', user_id)
      .orderBy('kind')
      .execute(),
  )
const change = (id: string, values: object) =>
  tenant.write((trx) => trx.updateTable('user_account').set(values).where('id', '=', id).execute())

describe('the index of contacts follows user_account', () => {
  test('when somebody comes, changes, rests, returns, is removed or deleted', async () => {
    const { id } = await tenant.write((trx) =>
      user(trx, { email: 'Mixed@Case.test', phone: '+60191234567', roles: [] }),
    )
    const entity_id = tenant.place.id
    const email = { entity_id, kind: 'email', value: 'mixed@case.test' }
    const phone = { entity_id, kind: 'phone', value: '+60191234567' }
    expect(await contactsOf(id)).toEqual([email, phone])
    await change(id, { phone: null, email: 'new@case.test' })
    expect(await contactsOf(id)).toEqual([{ ...email, value: 'new@case.test' }])
    await change(id, { status: 'inactive' })
    expect(await contactsOf(id)).toEqual([])
    await change(id, { status: 'active', phone: phone.value })
    expect(await contactsOf(id)).toHaveLength(2)
    await change(id, { deleted_at: new Date() })
    expect(await contactsOf(id)).toEqual([])
    await change(id, { deleted_at: null })
    await tenant.write((trx) => trx.deleteFrom('staff_branch').execute())
    await tenant.write((trx) => trx.deleteFrom('staff').where('user_id', '=', id).execute())
    await tenant.write((trx) => trx.deleteFrom('user_account').where('id', '=', id).execute())
    expect(await contactsOf(id)).toEqual([])
  })

  test('also when the owner of the database writes many rows at once, as the demo does', async () => {
    const id = '0198f000-0000-7000-8000-00000000c0de'
    await asOwner(tenant.database.ownerUrl, (owner) =>
      sql`insert into ${sql.table(`${tenant.place.schema}.user_account`)} (id, email, name, roles, status, email_proven_at)
        values (${id}, 'owner@wrote.test', 'X', '{clerk}', 'active', now())`.execute(owner),
    )
    expect(await contactsOf(id)).toEqual([
      { entity_id: tenant.place.id, kind: 'email', value: 'owner@wrote.test' },
    ])
  })

  test('and goes with its change when that is rolled back', async () => {
    const { id } = await tenant.write((trx) => user(trx))
    const before = await contactsOf(id)
    await expect(
      tenant.write(async (trx) => {
        await trx.updateTable('user_account').set({ email: 'never@case.test' }).where('id', '=', id).execute()
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await contactsOf(id)).toEqual(before)
  })
})

describe('an organisation', () => {
  test.each([
    ['sees no contacts', sql`select * from platform.contact`],
    [
      'writes none',
      sql`insert into platform.contact values (gen_random_uuid(), gen_random_uuid(), 'email', 'x')`,
    ],
    ['removes none', sql`delete from platform.contact`],
    [
      'writes no tickets',
      sql`insert into platform.sign_in_ticket (token_hash, entity_id, user_id, expires_at) values ('x', platform.current_entity(), gen_random_uuid(), now())`,
    ],
    ['moves no tickets', sql`update platform.sign_in_ticket set user_id = gen_random_uuid()`],
    ['sees no codes of the platform', sql`select * from platform.one_time_code`],
  ])('%s', async (_what, query) => {
    await expect(tenant.write((trx) => query.execute(trx))).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot use the trigger for a table of its own making', async () => {
    const trigger = sql`create trigger t after insert on theirs for each row execute function platform.keep_contact()`
    const made = tenant.write(async (trx) => {
      await sql`create temporary table theirs (id uuid)`.execute(trx)
      await trigger.execute(trx)
    })
    await expect(made).rejects.toMatchObject({ code: '42501' })
  })

  test('sees its own tickets only', async () => {
    const other = await freshTenant()
    await withPlatform(tenant.database.pool, (trx) =>
      trx
        .insertInto('platform.sign_in_ticket')
        .values(
          [tenant, other].map(({ place }, index) => ({
            token_hash: Buffer.from(`ticket-${index}`),
            entity_id: place.id,
            user_id: place.id,
            expires_at: sql<Date>`now()`,
          })),
        )
        .execute(),
    )
    const seen = await tenant.read((db) =>
      db.selectFrom('platform.sign_in_ticket').select('entity_id').execute(),
    )
    expect(seen).toEqual([{ entity_id: tenant.place.id }])
  })

  test('takes its contacts along when it goes', async () => {
    const gone = await freshTenant({}, await testDatabase())
    const { id } = await gone.write((trx) => user(trx))
    expect(await contactsOf(id)).toHaveLength(1)
    await drop(gone.database.ownerUrl, gone.place)
    expect(await contactsOf(id)).toEqual([])
  })
})
