import { beforeAll, describe, expect, test } from 'vitest'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { user } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newOperator } from '#tests/support/product/http.ts'
import { operatorSignInList, ownSignInLists, signInList } from './logins.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const from = (ip: string, user_agent: string | null = null) => ({ ip, user_agent })

let tenant: Tenant
let one: { kind: 'user'; id: string }
let other: { kind: 'user'; id: string }
beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    one = { kind: 'user', id: (await user(trx, { name: 'Zaleha', email: 'zaleha@school.test' })).id }
    other = { kind: 'user', id: (await user(trx, { name: 'Azman' })).id }
    await logSignIn(trx, one, { method: 'email', result: 'signed_in' }, from('192.0.2.1', firefox))
    await logSignIn(trx, one, { method: 'phone', result: 'auth.otp_invalid' }, from('192.0.2.2'))
    await logSignIn(trx, other, { method: 'email', result: 'signed_in' }, from('192.0.2.3', 'x'.repeat(600)))
    const nobody = { kind: 'user', id: null } as const
    await logSignIn(trx, nobody, { method: 'email', result: 'auth.invalid_credentials' }, from('192.0.2.4'))
  })
})

describe("an organisation's log", () => {
  const ips = async (search: Record<string, string>) => {
    const { rows } = await listed(tenant, signInList, search)
    return rows.map(({ ip }) => ip).sort()
  }

  test('tells who, how it turned out and from where; an unknown address is nobody', async () => {
    const { rows } = await listed(tenant, signInList)
    expect(rows.find(({ ip }) => ip === '192.0.2.1')).toMatchObject({
      person: 'Zaleha',
      person_id: one.id,
      outcome: 'success',
      reason: null,
      device: 'Firefox · Linux',
    })
    expect(rows.find(({ ip }) => ip === '192.0.2.4')).toMatchObject({
      person: null,
      person_id: null,
      outcome: 'failed',
      reason: 'auth.invalid_credentials',
      device: null,
    })
  })

  test.each([
    [{ outcome: 'failed' }, ['192.0.2.2', '192.0.2.4']],
    [{ outcome: 'success', method: 'email' }, ['192.0.2.1', '192.0.2.3']],
    [{ q: 'ZALEHA@' }, ['192.0.2.1', '192.0.2.2']],
    [{ q: '192.0.2.3' }, ['192.0.2.3']],
    [{ to: '2020-01-01' }, []],
    [{ from: '2020-01-01', method: 'phone' }, ['192.0.2.2']],
  ])('is narrowed by %j', async (search, found) => {
    expect(await ips(search)).toEqual(found)
  })

  test('of one person has no entry of others, and there a text finds addresses alone', async () => {
    const own = async (search: object) => {
      const { user } = ownSignInLists
      const { rows } = await tenant.read((db) => readPage(user, db, one, user.search.parse(search)))
      return rows.map(({ ip, result }) => [ip, result]).sort()
    }
    expect(await own({})).toEqual([
      ['192.0.2.1', 'signed_in'],
      ['192.0.2.2', 'auth.otp_invalid'],
    ])
    expect(await own({ q: 'zaleha' })).toEqual([])
    expect(await own({ q: '.2.2' })).toEqual([['192.0.2.2', 'auth.otp_invalid']])
    expect(await own({ person: other.id })).toEqual([])
  })
})

test("the operators' log does not call a right password refused that lets nobody in yet", async () => {
  const { pool } = tenant.database
  const { rows, success, failed } = await withPlatform(pool, async (trx) => {
    const operator = newOperator({})
    await trx.insertInto('platform.operator').values(operator).execute()
    const who = { kind: 'operator', id: operator.id } as const
    for (const result of ['signed_in', 'code_asked', 'password_reset', 'admin.invalid_credentials'] as const)
      await logSignIn(trx, who, { method: 'email', result }, from('192.0.2.9'))
    const support = { id: operator.id, role: 'support' } as const
    const found = async (search: object) =>
      (await readPage(operatorSignInList, trx, support, operatorSignInList.search.parse(search))).rows
    return {
      rows: await found({}),
      success: await found({ outcome: 'success' }),
      failed: await found({ outcome: 'failed' }),
    }
  })
  expect(success.map(({ outcome }) => outcome)).toEqual(['success'])
  expect(failed.map(({ outcome }) => outcome)).toEqual(['failed'])
  expect(rows.map(({ outcome, reason }) => [outcome, reason]).sort()).toEqual([
    ['code_asked', null],
    ['failed', 'admin.invalid_credentials'],
    ['password_reset', null],
    ['success', null],
  ])
})
