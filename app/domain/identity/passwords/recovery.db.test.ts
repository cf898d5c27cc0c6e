import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newRecoveryToken, recoveryOf, spendRecovery } from './recovery.ts'
import { tokenHash } from './tokens.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

/** Somebody who has asked for a link to choose another password. */
async function asked(given: { status?: string } = {}) {
  const person = await tenant.write((trx) => user(trx, { password_hash: 'old', ...given }))
  const ask = () => tenant.write((trx) => newRecoveryToken(trx, 'tenant', person.id))
  const token = await ask()
  return {
    ...{ token, ask },
    see: (one = token) => tenant.read((db) => recoveryOf(db, 'tenant', one)),
    spend: (one = token) => tenant.write((trx) => spendRecovery(trx, 'tenant', one, 'new')),
    password: async () => {
      const query = (db: Parameters<Parameters<Tenant['read']>[0]>[0]) =>
        db.selectFrom('user_account').select('password_hash').where('id', '=', person.id)
      return (await tenant.read((db) => query(db).executeTakeFirstOrThrow())).password_hash
    },
  }
}

test('a link for another password is good once, also when it comes twice at once', async () => {
  const { see, spend, password } = await asked()
  expect(await see()).toHaveProperty('person_id')
  const both = await Promise.all([spend(), spend()])
  expect(both.filter((one) => one !== undefined)).toHaveLength(1)
  expect(await password()).toBe('new')
  expect(await see()).toEqual({ refusal: 'auth.recovery_renew' })
})

test('it is over after its hour, for who has opened its page before, too', async () => {
  const { token, see, spend, password } = await asked()
  await tenant.write((trx) =>
    trx
      .updateTable('recovery_token')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('token_hash', '=', tokenHash(token))
      .execute(),
  )
  expect(await see()).toEqual({ refusal: 'auth.token_expired' })
  expect(await spend()).toBeUndefined()
  expect(await password()).toBe('old')
})

test('it is worth nothing once another was asked for, and for who was switched off', async () => {
  const { token, ask, spend, password } = await asked()
  const next = await ask()
  expect(await spend(token)).toBeUndefined()
  expect(await password()).toBe('old')
  expect(await spend(next)).toBeDefined()
  const gone = await asked({ status: 'inactive' })
  expect(await gone.spend()).toBeUndefined()
  expect(await gone.password()).toBe('old')
})
