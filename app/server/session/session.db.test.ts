import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { parent, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { narrowSession, startUserSession, userSession } from './session.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const visitor = { ip: '192.0.2.1', user_agent: 'test' }

/** Somebody with these roles who has just signed in. */
async function signedIn(...roles: Role[]) {
  const { id } = await tenant.write(async (trx) => {
    const account = await user(trx, {}, { branch_id: tenant.branch.id })
    if (roles.includes('parent')) await parent(trx, { user_id: account.id })
    await trx.updateTable('user_account').set({ roles }).where('id', '=', account.id).execute()
    return account
  })
  const token = await tenant.write((trx) => startUserSession(trx, id, visitor, 'email'))
  const session = (given = token) => tenant.read((db) => userSession(db, given))
  const ago = (column: 'last_used_at' | 'confirmed_at', time: string) =>
    tenant.write((trx) =>
      trx
        .updateTable('session')
        .set({ [column]: sql<Date>`now() - ${time}::interval` })
        .where('user_id', '=', id)
        .execute(),
    )
  const inSession = async () => {
    const found = await session()
    if (found.kind !== 'user') throw new Error(`the session is one of ${found.kind}`)
    return found
  }
  return { token, session, inSession, ago }
}

test('who narrows a session to their own children has neither rights nor branches of the office in it', async () => {
  const { token, session, inSession } = await signedIn('clerk', 'parent')
  const whole = await inSession()
  expect(whole).toMatchObject({ roles: ['clerk', 'parent'], branch_ids: [tenant.branch.id] })
  expect(whole.parent_id).not.toBeNull()
  const narrow = await tenant.write((trx) => narrowSession(trx, whole, 'parent'))
  expect(await session(narrow)).toMatchObject({
    ...{ roles: ['parent'], profile: 'parent', branch_ids: [], parent_id: whole.parent_id },
  })
  expect(await session(token)).toEqual({ kind: 'ended' })
  const office = await tenant.write((trx) => narrowSession(trx, whole, 'staff'))
  expect(await session(office)).toMatchObject({
    ...{ roles: ['clerk'], branch_ids: [tenant.branch.id], parent_id: null },
  })
})

test.each([
  ['9 minutes', true],
  ['11 minutes', false],
  ['1 day', false],
])('a proof of %s ago is one: %s', async (time, confirmed) => {
  const { inSession, ago } = await signedIn('clerk')
  await ago('confirmed_at', time)
  expect((await inSession()).confirmed).toBe(confirmed)
})

test.each([
  [['clerk'], '13 days', 'user'],
  [['clerk'], '15 days', 'ended'],
  [['parent'], '29 days', 'user'],
  [['parent'], '31 days', 'ended'],
  [['clerk', 'parent'], '15 days', 'ended'],
] as const)('a session of %j that was last used %s ago: %s', async (roles, time, kind) => {
  const { session, ago } = await signedIn(...roles)
  await ago('last_used_at', time)
  expect((await session()).kind).toBe(kind)
})
