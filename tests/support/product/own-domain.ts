import { beforeAll, expect } from 'vitest'
import type { DomainChecks } from '#app/domain/organisation/own-domain/own-domain.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

export const right: DomainChecks = { txt: 'ok', address: 'ok', reach: 'ok', certificate: null, seen: [] }

/** The product, and what the next look at a domain finds. */
export const world = { finds: right, certificate: null as DomainChecks['certificate'], web: {} as App }
export const domains = {
  ours: async () => ['203.0.113.9'],
  check: async () => world.finds,
  certificate: async () => world.certificate,
}

/** For a test file, before its tests. */
export function openWorld(): void {
  beforeAll(databaseForMany)
  beforeAll(async () => {
    world.web = await app({ forgetful: true, services: { domains }, askKey: 'a-key-of-the-proxy' })
  })
}

let number = 0
export const newName = () => `yuran-${++number}.sekolah.test`
export const row = (of: Tenant) =>
  of.read((db) =>
    db.selectFrom('platform.entity').selectAll().where('id', '=', of.place.id).executeTakeFirstOrThrow(),
  )
export const page = async (who: Browser, path = '/setting/domain') => (await who.get(path)).text()
export const enter = async (who: Browser, of: Tenant, domain: string) =>
  who.post('/setting/domain/edit', { domain, version: String((await row(of)).version) })
export const check = (who: Browser) => who.post('/setting/domain/check')
export async function opened(found = right) {
  const there = await freshTenant()
  const who = await world.web.signedInAs(there, 'superadmin')
  const domain = newName()
  expect(await enter(who, there, domain)).toRedirectTo('/setting/domain')
  world.finds = found
  return { there, who, domain }
}
export async function served() {
  const all = await opened()
  expect(await check(all.who)).toRedirectTo('/setting/domain')
  expect((await row(all.there)).custom_domain_status).toBe('verified')
  return all
}
export const asked = async (domain: string, query = '', headers = {}, address = '127.0.0.1') => {
  const request = new Request(`http://localhost:3000/proxy/ask?domain=${domain}${query}`, {
    headers: { host: 'localhost:3000', ...headers },
  })
  return (await world.web.handle(request, { address })).status
}
export const mails = (of: Tenant) =>
  withPlatform(of.database.pool, async (trx) => {
    const rows = await trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'domain.notify')
      .where('entity_id', '=', of.place.id)
      .orderBy('id')
      .execute()
    return rows.map(({ payload }) => (payload as { what: string }).what)
  })
