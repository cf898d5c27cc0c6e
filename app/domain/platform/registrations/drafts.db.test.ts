import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { entityRegistration } from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { beginDraft, completeDraft, findDraft, lockDraft, saveStep } from './drafts.ts'

const ring = keyringOf(environment.appKey)

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
const begun = () =>
  platform((trx) => beginDraft(trx, systemActor, ring, { package_id: undefined, locale: 'my' }))
const save = (code: string, typed: Record<string, string>) =>
  platform((trx) => saveStep(trx, ring, code, { step: 'bank', typed, locale: 'my' }))
const end = async (code: string) => {
  const row = await platform((trx) => entityRegistration(trx))
  await platform(async (trx) => completeDraft(trx, ring, await lockDraft(trx, ring, code), row))
  return row
}

test('what is handed in keeps no answer, takes none, and is not handed in again', async () => {
  const code = await begun()
  await save(code, { account_number: '514012345678' })
  const first = await end(code)
  await expect(save(code, { account_number: '999912345678' })).rejects.toThrow('not_found.draft')
  await expect(end(code)).rejects.toThrow('register.changed')
  const draft = await platform((trx) => findDraft(trx, ring, code))
  expect(draft).toMatchObject({ answers: {}, registration_id: first.id })
})

test('of two who hand it in from the same page the second changes nothing', async () => {
  const code = await begun()
  const seen = await platform((trx) => lockDraft(trx, ring, code))
  await save(code, { account_name: 'Pusat' })
  const row = await platform((trx) => entityRegistration(trx))
  await expect(platform((trx) => completeDraft(trx, ring, seen, row))).rejects.toThrow('register.changed')
  const draft = await platform((trx) => findDraft(trx, ring, code))
  expect(draft).toMatchObject({ answers: { bank: { account_name: 'Pusat' } }, registration_id: null })
})
