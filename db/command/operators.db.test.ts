import { beforeEach, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { acceptInvitation, invitationOf } from '#app/domain/platform/operators/change-operator.ts'
import { environment } from '#app/environment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { newSession } from '#tests/support/product/http.ts'
import { firstOperator, invitedAnew, letIn, operatorTable } from './operators.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await withPlatform(database.pool, async (trx) => {
    await trx.deleteFrom('platform.operator').execute()
    await trx.deleteFrom('platform.outbox').execute()
  })
})

const ring = environmentKeyring(environment)
const email = 'siti@lunas.example'
const input = { email, name: 'Siti Aminah', role: 'owner', locale: 'en' } as const
const first = (another = false, given: Partial<typeof input> | { email: string } = {}) =>
  firstOperator(database.pool, ring, { ...input, ...given }, { another })
const whoMay = (token: string) => withPlatform(database.pool, (trx) => invitationOf(trx, token))
const rowOf = () =>
  withPlatform(database.pool, (trx) =>
    trx.selectFrom('platform.operator').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
  )
const logged = async () => {
  const { id } = await rowOf()
  return withPlatform(database.pool, (trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['action', 'actor_type'])
      .where('object_id', '=', id)
      .orderBy('position')
      .execute(),
  )
}

/** The first operator, who has chosen a password and has a second factor and a session. */
async function settled() {
  const { token } = await first()
  const { id } = await rowOf()
  await withPlatform(database.pool, async (trx) => {
    await acceptInvitation(trx, systemActor, { token, password_hash: 'x' })
    const factor = { totp_secret_sealed: 'x', totp_confirmed_at: new Date() }
    await trx.updateTable('platform.operator').set(factor).where('id', '=', id).execute()
    const { row } = newSession()
    await trx
      .insertInto('platform.operator_session')
      .values({ ...row, operator_id: id })
      .execute()
  })
  return id
}

const sessions = () =>
  withPlatform(database.pool, (trx) => trx.selectFrom('platform.operator_session').select('id').execute())

test('the first operator is an owner who is invited, by mail too, and it is in the log', async () => {
  const { token } = await first()
  expect(await whoMay(token)).toMatchObject({ name: 'Siti Aminah', email })
  expect(await rowOf()).toMatchObject({ role: 'owner', status: 'invited', password_hash: null })
  expect(await logged()).toEqual([{ action: 'operator.created', actor_type: 'system' }])
  const jobs = await withPlatform(database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select(['name', 'payload']).execute(),
  )
  expect(jobs.map(({ name }) => name)).toEqual(['operator.invite'])
  expect(JSON.stringify(jobs)).not.toContain(token)
})

test('a second is refused unless it is wanted, also at the same moment', async () => {
  const results = await Promise.allSettled([first(), first(false, { email: 'ali@lunas.example' })])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = await first(false, { email: 'other@lunas.example' }).catch((error: Error) => error)
  expect(refused).toMatchObject({ name: 'UsageError' })
  expect((refused as Error).message).toMatch(
    /^There is an operator already \(.*@lunas\.example\).*--another$/,
  )
  await first(true, { email: 'other@lunas.example' })
  await expect(first(true, { email: 'other@lunas.example' })).rejects.toMatchObject({ code: '23505' })
})

test('a lost link is replaced by another, and the old one is worth nothing', async () => {
  const { token } = await first()
  const again = await invitedAnew(database.pool, ring, email)
  expect(await whoMay(token)).toBe('auth.token_invalid')
  expect(await whoMay(again.token)).toMatchObject({ email })
  expect((await logged()).map(({ action }) => action)).toEqual(['operator.created', 'operator.invited'])
})

test('who is locked out chooses a new password; the second factor stays unless it is to go', async () => {
  await settled()
  await expect(invitedAnew(database.pool, ring, email)).rejects.toThrow('npm run operator -- reset')
  const { token } = await letIn(database.pool, ring, email, { secondFactor: false })
  expect(await sessions()).toEqual([])
  const { status, password_hash, totp_confirmed_at } = await rowOf()
  expect({ status, password_hash }).toEqual({ status: 'invited', password_hash: null })
  expect(totp_confirmed_at).not.toBeNull()
  expect(await whoMay(token)).toMatchObject({ email })
  await expect(letIn(database.pool, ring, email, { secondFactor: true })).rejects.toThrow('invite')
})

test('with the second factor', async () => {
  await settled()
  await letIn(database.pool, ring, email, { secondFactor: true })
  expect(await rowOf()).toMatchObject({ totp_secret_sealed: null, totp_confirmed_at: null })
  const actions = (await logged()).map(({ action }) => action)
  expect(actions).toEqual([
    'operator.created',
    'operator.invitation_accepted',
    'operator.second_factor_reset',
    'operator.invited',
  ])
})

test('nobody, and somebody who was switched off', async () => {
  await expect(invitedAnew(database.pool, ring, email)).rejects.toThrow(
    `no operator with the e-mail address "${email}"`,
  )
  const id = await settled()
  await withPlatform(database.pool, (trx) =>
    trx.updateTable('platform.operator').set({ status: 'inactive' }).where('id', '=', id).execute(),
  )
  await expect(letIn(database.pool, ring, email, { secondFactor: false })).rejects.toThrow('was switched off')
})

test('the list says who there is and how they sign in', async () => {
  await settled()
  const lines = await operatorTable(database.pool)
  expect(lines[0]).toMatch(/^email +name +role +status +second factor +signed in$/)
  expect(lines[2]).toMatch(/^siti@lunas\.example +Siti Aminah +owner +active +on +never$/)
})
