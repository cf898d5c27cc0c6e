import type pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPool } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { siteFinder } from './site.ts'

let tenant: Tenant
let pool: pg.Pool

beforeAll(async () => {
  tenant = await freshTenant({ subdomain: 'alpha' })
  pool = tenant.database.pool
  await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({
        ...{ custom_domain: 'fees.school.test', custom_domain_status: 'verified' },
        ...{ custom_domain_token: 'x', custom_domain_proven_at: new Date() },
      })
      .where('id', '=', tenant.place.id)
      .execute(),
  )
})

const finder = (options: Partial<Parameters<typeof siteFinder>[1]> = {}) =>
  siteFinder(pool, { mainHost: 'lunas.test:3000', secure: false, ...options })

test('the main host needs no query', async () => {
  const connect = vi.spyOn(pool, 'connect')
  const site = await finder().of('LUNAS.test:3000')
  expect(site).toEqual({ side: 'main', host: 'lunas.test', origin: 'http://lunas.test:3000' })
  expect(connect).not.toHaveBeenCalled()
})

test('a subdomain and a proven domain are the same organisation, each at its own address', async () => {
  const sites = finder({ secure: true, mainHost: 'lunas.test' })
  const [below, own] = [await sites.of('alpha.lunas.test'), await sites.of('fees.school.test:443')]
  expect(below).toMatchObject({
    side: 'tenant',
    origin: 'https://alpha.lunas.test',
    entity: { id: tenant.place.id },
  })
  expect(own).toMatchObject({
    side: 'tenant',
    origin: 'https://fees.school.test',
    entity: { id: tenant.place.id },
  })
  expect(below).toMatchObject({ entity: { place: { schema: tenant.place.schema, role: tenant.place.role } } })
})

test('the port of our own host is on subdomains, not on domains of others', async () => {
  expect((await finder().of('alpha.lunas.test'))?.origin).toBe('http://alpha.lunas.test:3000')
  expect((await finder().of('fees.school.test'))?.origin).toBe('http://fees.school.test')
})

test.each(['pending', 'failed'])('a domain whose proof is %s has no site', async (status) => {
  const set = (custom_domain_status: string) =>
    withPlatform(pool, (trx) => trx.updateTable('platform.entity').set({ custom_domain_status }).execute())
  await set(status)
  onTestFinished(async () => {
    await set('verified')
  })
  expect(await finder().of('fees.school.test')).toBeUndefined()
})

test.each([
  'beta.lunas.test',
  'a.alpha.lunas.test',
  'alpha.lunas.test.evil.test',
  'alphalunas.test',
  'alpha',
  '127.0.0.1',
  'lunas.test.',
  'x.lunas.test, alpha.lunas.test',
  null,
])('%j has no site', async (host) => {
  expect(await finder().of(host)).toBeUndefined()
})

test('simultaneous requests share one query, and later ones use the cache for a while', async () => {
  const sites = finder()
  const connect = vi.spyOn(pool, 'connect')
  await Promise.all(Array.from({ length: 50 }, () => sites.of('alpha.lunas.test')))
  await Promise.all(Array.from({ length: 50 }, () => sites.of('nobody.lunas.test')))
  await sites.of('alpha.lunas.test')
  await sites.of('nobody.lunas.test')
  expect(connect).toHaveBeenCalledTimes(2)
})

test('a change is seen once the cached answer is too old', async () => {
  const sites = finder({ rememberMs: 0 })
  expect(await sites.of('gamma.lunas.test')).toBeUndefined()
  await freshTenant({ subdomain: 'gamma' })
  expect(await sites.of('gamma.lunas.test')).toMatchObject({ side: 'tenant' })
})

test('what an organisation has changed is seen at once under each of its names, and no other is asked for again', async () => {
  const other = await freshTenant({ subdomain: 'delta' })
  const sites = finder({ rememberMs: 600_000 })
  const hosts = ['alpha.lunas.test', 'fees.school.test', 'delta.lunas.test']
  for (const host of hosts) await sites.of(host)
  const rename = (id: string, name: string) =>
    withPlatform(pool, (trx) =>
      trx.updateTable('platform.entity').set({ name }).where('id', '=', id).execute(),
    )
  const names = () =>
    Promise.all(
      hosts.map(async (host) => {
        const site = await sites.of(host)
        return site?.side === 'tenant' && site.entity.name
      }),
    )
  for (const { id } of [tenant.place, other.place]) await rename(id, 'Sekolah Baharu')
  sites.forget(tenant.place.id)
  expect(await names()).toEqual(['Sekolah Baharu', 'Sekolah Baharu', other.entity.name])
})

test('while the database is offline, cached organisations are still found, and no others', async () => {
  const { appUrl } = await testDatabase()
  const away = createPool(appUrl, { max: 1, waitMs: 800 })
  onTestFinished(() => away.end())
  const sites = siteFinder(away, { mainHost: 'lunas.test', secure: false, rememberMs: 0 })
  expect(await sites.of('alpha.lunas.test')).toMatchObject({ side: 'tenant' })
  const holder = await away.connect()
  onTestFinished(() => holder.release())
  expect(await sites.of('alpha.lunas.test')).toMatchObject({ side: 'tenant' })
  await expect(sites.of('gamma.lunas.test')).rejects.toThrow('no connection was free')
})

test('an error that is no outage is not hidden by the cache', async () => {
  const sites = finder({ rememberMs: 0 })
  await sites.of('alpha.lunas.test')
  vi.spyOn(pool, 'connect').mockImplementation(() => {
    throw Object.assign(new Error('broken query'), { code: '42601' })
  })
  await expect(sites.of('alpha.lunas.test')).rejects.toThrow('broken query')
})

test('the canonical address of an organisation is its subdomain', () => {
  expect(finder().ofEntity(tenant.entity)).toMatchObject({ origin: 'http://alpha.lunas.test:3000' })
})
