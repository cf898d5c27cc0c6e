import { sql, type UpdateObject } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { checkByClock } from './change-own-domain.ts'
import { type DomainChecks, ownDomain } from './own-domain.ts'

const right: DomainChecks = { txt: 'ok', address: 'ok', reach: 'ok', certificate: null, seen: [] }
const away: DomainChecks = { ...right, address: 'elsewhere', reach: null, seen: ['8.8.8.8'] }

let tenant: Tenant
let superadmin: string
beforeEach(async () => {
  tenant = await freshTenant()
  superadmin = (await tenant.actor('superadmin')).id
})

const change = (values: UpdateObject<DB, 'platform.entity'>) =>
  withPlatform(tenant.database.pool, (trx) =>
    trx.updateTable('platform.entity').set(values).where('id', '=', tenant.place.id).execute(),
  )
const enter = (custom_domain: string, custom_domain_status: 'pending' | 'verified') =>
  change({
    ...{ custom_domain, custom_domain_status, custom_domain_token: `of ${custom_domain}` },
    custom_domain_proven_at: custom_domain_status === 'verified' ? sql<Date>`now()` : null,
  })
const look = (found: () => Promise<DomainChecks>) =>
  checkByClock({
    ...{ id: tenant.place.id, actor: systemActor, write: tenant.write },
    checker: { check: found, certificate: async () => null },
  })
const domain = () => tenant.read((db) => ownDomain(db, tenant.place.id))
const state = async () => {
  const { status, misses } = await domain()
  return [status, misses]
}

describe('a domain that points away', () => {
  const lookAway = () => look(async () => away)
  const nextDay = () => change({ custom_domain_missed_at: sql<Date>`now() - interval '1 day'` })

  test('is missed once a day, however often one looks, and switched off on the third', async () => {
    await enter('fees.school.test', 'verified')
    for (const misses of [1, 2]) {
      for (const _ of [1, 2, 3]) await lookAway()
      expect(await state()).toEqual(['verified', misses])
      await nextDay()
    }
    await expect(tenant).toHaveEnqueued('domain.notify', { user_id: superadmin, what: 'away' })
    await lookAway()
    expect(await state()).toEqual(['failed', 3])
    await expect(tenant).toHaveEnqueued('domain.notify', { user_id: superadmin, what: 'failed' })
  })

  test('and is back before that begins anew', async () => {
    await enter('fees.school.test', 'verified')
    await lookAway()
    await look(async () => right)
    expect(await state()).toEqual(['verified', 0])
  })
})

test('what was found of a domain says nothing of the one that took its place meanwhile', async () => {
  await enter('old.school.test', 'pending')
  await look(async () => {
    await enter('new.school.test', 'pending')
    return right
  })
  expect(await domain()).toMatchObject({ domain: 'new.school.test', status: 'pending', proven_at: null })
  await look(async () => right)
  expect(await domain()).toMatchObject({ domain: 'new.school.test', status: 'verified' })
})
