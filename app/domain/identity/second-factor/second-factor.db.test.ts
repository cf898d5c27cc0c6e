import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { newOperator } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { proofOf, recoveryCodesLeft, setUpSecondFactor } from './second-factor.ts'
import { newTotpSecret } from './totp.ts'

const ring = environmentKeyring(environment)

/** An operator who has just set up a second factor, with a secret and ten recovery codes. */
async function secured() {
  const { pool } = await testDatabase()
  const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(pool, work)
  const operator = newOperator()
  const actor = { ...systemActor, type: 'operator' as const, id: operator.id, name: operator.name }
  const secret = newTotpSecret()
  const codeIn = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1_000 })
  const first = codeIn(0)
  const codes = await platform(async (trx) => {
    await trx.insertInto('platform.operator').values(operator).execute()
    return setUpSecondFactor(trx, actor, ring, { secret, code: first })
  })
  const prove = (typed: string, operator_id = operator.id) =>
    platform((trx) => proofOf(trx, ring, operator_id, typed))
  const left = () => platform((trx) => recoveryCodesLeft(trx, operator.id))
  return { first, next: codeIn(30), codes, prove, left }
}

test('a code of the app counts once, and none that is older than the last one', async () => {
  const { first, next, prove } = await secured()
  await expect(prove(first)).toRefuse('auth.code_used', 'code')
  expect(await prove(next)).toEqual({ by: 'totp' })
  await expect(prove(next)).toRefuse('auth.code_used', 'code')
  await expect(prove(first)).toRefuse('auth.code_used', 'code')
})

test('a recovery code counts once, however it is typed, also when it comes twice at once', async () => {
  const { codes, prove, left } = await secured()
  const [one, other] = codes as [string, string]
  expect(await prove(one.toUpperCase().replaceAll('-', ' '))).toEqual({ by: 'recovery_code', left: 9 })
  await expect(prove(one)).toRefuse('auth.code_invalid', 'code')
  const both = await Promise.allSettled([prove(other), prove(other)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await left()).toBe(8)
})

test('nobody proves anything by the codes of somebody else', async () => {
  const [mine, theirs] = [await secured(), await secured()]
  await expect(mine.prove(theirs.codes[0]!)).toRefuse('auth.code_invalid', 'code')
  await expect(mine.prove(theirs.next)).toRefuse('auth.code_invalid', 'code')
  expect(await theirs.left()).toBe(10)
})
