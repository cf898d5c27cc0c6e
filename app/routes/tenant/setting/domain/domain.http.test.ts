import { describe, expect, test } from 'vitest'
import type { DomainChecks } from '#app/domain/organisation/own-domain/own-domain.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { app } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { sql } from 'kysely'
import { writeEntityLog } from '#jobs/handlers/audit.ts'
import { checkDomainBy, watchDomains } from '#jobs/handlers/platform.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import {
  asked,
  check,
  domains,
  enter,
  mails,
  newName,
  opened,
  openWorld,
  page,
  right,
  row,
  served,
  world,
} from '#tests/support/product/own-domain.ts'

openWorld()

describe('entered and proven', () => {
  test('records are shown with a token of its own, then it is served, then removed', async () => {
    const { there, who, domain } = await opened()
    const { custom_domain_token: token } = await row(there)
    const shown = await page(who)
    for (const text of [`_lunas.${domain}`, `lunas-verify=${token}`, '203.0.113.9', 'Pending'])
      expect(shown).toContain(text)
    expect(token).toMatch(/^[0-9a-f]{40}$/)
    expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
    expect(await asked(domain)).toBe(404)
    await check(who)
    expect(await page(who)).toContain(`Your pages are served under ${domain}`)
    const visitor = world.web.visitor(domain)
    expect((await visitor.get('/login')).status).toBe(200)
    const { version } = await row(there)
    await who.post('/setting/domain/remove', { version: String(version) })
    expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
    expect(await row(there)).toMatchObject({ custom_domain_status: 'not_set', custom_domain_token: null })
    const log = await there.read((db) =>
      db
        .selectFrom('audit_log')
        .select('action')
        .where('object_type', '=', 'entity')
        .orderBy('position')
        .execute(),
    )
    expect(log.map(({ action }) => action)).toEqual([
      'entity.domain_entered',
      'entity.domain_verified',
      'entity.domain_removed',
    ])
  })

  test.each([
    [{ address: 'missing', reach: null }, 'A-Record is not set', 'the name leads nowhere yet'],
    [{ address: 'elsewhere', reach: null, seen: ['8.8.8.8'] }, 'A-Record is not set', 'to 8.8.8.8'],
    [{ address: 'private', reach: null }, 'A-Record is not set', 'a private network address'],
    [{ txt: 'missing' }, 'TXT record is not right', 'no TXT record of this name'],
    [{ txt: 'wrong' }, 'TXT record is not right', 'says something else'],
    [{ reach: 'other' }, 'Domain is not reachable', 'Somebody else answers'],
  ] as const)('%j is said in words', async (found, first, then) => {
    const { there, who, domain } = await opened({ ...right, ...found } as DomainChecks)
    expect(await check(who)).toRedirectTo('/setting/domain')
    const text = await page(who)
    expect([text.includes(first), text.includes(then)]).toEqual([true, true])
    expect((await row(there)).custom_domain_status).toBe('failed')
    expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
    expect(await asked(domain)).toBe(404)
  })

  test('a certificate is asked for once the rest is right, and only with it is the domain served', async () => {
    const { there, who, domain } = await opened()
    world.certificate = 'failed'
    await check(who)
    expect(await row(there)).toMatchObject({ custom_domain_status: 'failed' })
    expect(await page(who)).toContain('CAA record')
    expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
    expect(await asked(domain)).toBe(200)
    world.certificate = 'ok'
    await check(who)
    world.certificate = null
    expect((await world.web.visitor(domain).get('/login')).status).toBe(200)
  })

  test('five looks in an hour', async () => {
    const { who } = await opened({ ...right, txt: 'missing' })
    for (let time = 0; time < 6; time++) await check(who)
    expect(await page(who)).toContain('Too many')
  })

  test('wrong names come back as typed; those of others do not say whose', async () => {
    const { domain } = await served()
    const there = await freshTenant()
    const who = await world.web.signedInAs(there, 'superadmin')
    for (const [typed, text] of [
      ['sekolah kami', 'Domain is invalid'],
      ['demo.localhost', 'This name is ours'],
      ['sekоlah.my', 'taken for others'],
      [domain, 'used already'],
    ] as const) {
      const answer = await enter(who, there, typed)
      const said = await answer.text()
      expect([answer.status >= 400, said.includes(text), said.includes(typed)]).toEqual([true, true, true])
    }
  })

  test('two may say it is theirs, and the first to prove it has it', async () => {
    const [one, other] = [await opened(), await opened()]
    await enter(other.who, other.there, one.domain)
    await check(one.who)
    await check(other.who)
    expect(await page(other.who)).toContain('used already')
    expect((await row(other.there)).custom_domain_status).toBe('pending')
    expect((await row(one.there)).custom_domain_status).toBe('verified')
  })

  test('it is for superadmins, and for packages that have it', async () => {
    const { there } = await opened()
    const admin = await world.web.signedInAs(there, 'admin')
    expect((await admin.get('/setting/domain')).status).toBe(200)
    expect((await admin.get('/setting/domain/edit')).status).toBe(403)
    await withPlatform(there.database.pool, (trx) =>
      trx
        .updateTable('platform.feature')
        .set({ status: 'inactive' })
        .where('code', '=', 'custom_domain')
        .execute(),
    )
    const who = await world.web.signedInAs(there, 'superadmin')
    const answer = await who.get('/setting/domain/edit')
    // Whoever has it no longer may still take it away.
    expect(await (await who.get('/setting/domain')).text()).toContain('/setting/domain/remove')
    const version = String((await row(there)).version)
    expect((await admin.post('/setting/domain/remove', { version })).status).toBe(403)
    expect((await who.post('/setting/domain/remove', { version })).status).toBe(302)
    expect((await row(there)).custom_domain).toBeNull()
    await withPlatform(there.database.pool, (trx) =>
      trx
        .updateTable('platform.feature')
        .set({ status: 'active' })
        .where('code', '=', 'custom_domain')
        .execute(),
    )
    expect(answer.status).toBe(403)
  })
})

describe('at its own host', () => {
  test('forms count from its own pages only; cookies and policies are for this host', async () => {
    const { there, domain } = await served()
    const at = world.web.visitor(domain)
    const home = await at.get('/login')
    const fields = { email: 'nobody@x.test', password: 'wrong password' }
    expect((await at.post('/login', fields)).status).toBe(422)
    for (const origin of [`http://${there.host}:3000`, 'http://localhost:3000', `http://evil.test`])
      expect((await at.post('/login', fields, { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(home.headers.get('content-security-policy')).toContain("form-action 'self'")
    await at.get('/language/my?to=%2Flogin')
    expect(await (await at.get('/login')).text()).toContain('lang="ms-MY"')
    const set = (await at.get('/language/en?to=%2Flogin')).headers.getSetCookie().join('\n')
    expect(set).toContain('Path=/')
    expect(set).not.toMatch(/domain=/i)
  })

  test('a session counts there as at the subdomain, and links that are passed on lead to the subdomain', async () => {
    const { there, who, domain } = await served()
    const at = world.web.visitor(domain)
    at.cookies.set('lunas', who.cookies.get('lunas')!)
    expect(await page(at)).toContain(there.host)
    expect((await check(at)).status).toBeLessThan(400)
    const { version } = await row(there)
    const gone = await at.post('/setting/domain/remove', { version: String(version) })
    expect(gone.headers.get('location')).toBe(`http://${there.host}:3000/setting/domain`)
  })

  test('of names below a domain that is not ours browsers are told nothing', async () => {
    const { domain, there } = await served()
    const secure = await app({ forgetful: true, services: { domains }, secure: true })
    const told = async (host: string) =>
      (await secure.visitor(host).get('/login')).headers.get('strict-transport-security')
    expect(await told(domain)).toBe('max-age=31536000')
    expect(await told(`${there.host}:3000`)).toContain('includeSubDomains')
  })
})

describe('a proxy asks', () => {
  test('and is told of what is ours, from our network or with the key', async () => {
    const { domain, there } = await served()
    expect(await Promise.all([asked(domain), asked(there.host), asked('localhost')])).toEqual([200, 200, 200])
    expect(
      await Promise.all([asked('evil.test'), asked('nobody.localhost'), asked('%20'), asked('')]),
    ).toEqual([404, 404, 404, 404])
    const out = '203.0.113.5'
    expect(await asked(domain, '', {}, out)).not.toBe(200)
    expect(await asked(domain, '', { 'x-forwarded-for': '1.2.3.4' })).not.toBe(200)
    expect(await asked(domain, '&key=a-key-of-the-prox0', {}, out)).not.toBe(200)
    expect(await asked(domain, '&key=a-key-of-the-proxy', {}, out)).toBe(200)
  })

  test('a flood of strange names is turned away without the database, what is known is not', async () => {
    const { domain } = await served()
    const own = await app({ forgetful: true, services: { domains } })
    const ask = async (name: string) => {
      const request = new Request(`http://localhost:3000/proxy/ask?domain=${name}`)
      return (await own.handle(request, { address: '127.0.0.1' })).status
    }
    expect(await ask(domain)).toBe(200)
    const flood = await Promise.all(Array.from({ length: 200 }, (_, at) => ask(`x${at}.evil.test`)))
    expect(flood.filter((status) => status === 503).length).toBeGreaterThan(100)
    expect(await ask(domain)).toBe(200)
  })
})

describe('by the clock', () => {
  const clock = (of: Tenant) => checkDomainBy(domains, jobTools(of, 'domain.check'))
  const age = (of: Tenant) =>
    withPlatform(of.database.pool, (trx) =>
      trx
        .updateTable('platform.entity')
        .set({
          custom_domain_checked_at: sql`custom_domain_checked_at - interval '1 day'`,
          custom_domain_missed_at: sql`custom_domain_missed_at - interval '1 day'`,
        })
        .where('id', '=', of.place.id)
        .execute(),
    )

  test('at us then away: told on the first day, off on the third, back when it is right', async () => {
    const { there, domain, who } = await served()
    world.finds = { ...right, address: 'elsewhere', reach: null, seen: ['8.8.8.8'] }
    await clock(there)
    await clock(there)
    expect(await row(there)).toMatchObject({ custom_domain_status: 'verified', custom_domain_misses: 1 })
    expect(await page(who)).toContain('points away')
    await age(there)
    await clock(there)
    await age(there)
    expect((await world.web.visitor(domain).get('/login')).status).toBe(200)
    await clock(there)
    expect(await row(there)).toMatchObject({ custom_domain_status: 'failed', custom_domain_proven_at: null })
    expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
    expect((await world.web.visitor(there).get('/login')).status).toBe(200)
    world.finds = right
    await clock(there)
    expect((await world.web.visitor(domain).get('/login')).status).toBe(200)
    expect(await mails(there)).toEqual(['verified', 'away', 'failed', 'verified'])
  })

  test.each([{ address: 'slow' }, { txt: 'dns' }, { reach: 'refused' }] as const)(
    '%j is nobody’s doing and counts for nothing',
    async (trouble) => {
      const { there } = await served()
      world.finds = { ...right, ...trouble } as DomainChecks
      await clock(there)
      expect(await row(there)).toMatchObject({ custom_domain_status: 'verified', custom_domain_misses: 0 })
    },
  )

  test('a look that began before the domain was given up and entered anew proves nothing of the new proof', async () => {
    const { there, who, domain } = await opened()
    const old = (await row(there)).custom_domain_token
    const meanwhile = async () => {
      const version = String((await row(there)).version)
      expect(await who.post('/setting/domain/remove', { version })).toRedirectTo('/setting/domain')
      expect(await enter(who, there, domain)).toRedirectTo('/setting/domain')
      return right
    }
    await checkDomainBy({ ...domains, check: meanwhile }, jobTools(there, 'domain.check'))
    const found = await row(there)
    expect(found).toMatchObject({ custom_domain: domain, custom_domain_status: 'pending' })
    expect(found.custom_domain_token).not.toBe(old)
    expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
  })

  test('verified ones come round daily, others hourly for three days', async () => {
    const { there } = await served()
    const due = async () => {
      const job = jobTools(there, 'domain.watch')
      await watchDomains({}, { ...job, job: { ...job.job, id: crypto.randomUUID() } })
      return withPlatform(there.database.pool, async (trx) => {
        const gone = await trx
          .deleteFrom('platform.outbox')
          .where('name', '=', 'domain.check')
          .where('entity_id', '=', there.place.id)
          .executeTakeFirstOrThrow()
        return Number(gone.numDeletedRows)
      })
    }
    expect(await due()).toBe(0)
    await age(there)
    expect(await due()).toBe(1)
    const set = (values: object) =>
      withPlatform(there.database.pool, (trx) =>
        trx.updateTable('platform.entity').set(values).where('id', '=', there.place.id).execute(),
      )
    await set({ custom_domain_status: 'failed', custom_domain_since: new Date() })
    expect(await due()).toBe(1)
    await set({ custom_domain_since: new Date(Date.now() - 73 * 3_600_000) })
    expect(await due()).toBe(0)
  })
})

test('an operator switches it off with a reason, and allows it again', async () => {
  const { there, who, domain } = await served()
  const support = await world.web.operator('support')
  const at = `/admin/entity/domain/${there.place.id}`
  expect(await page(support, `/admin/entity/view/${there.place.id}`)).toContain(domain)
  expect((await support.post(at, { reason: 'ya', version: '1' })).status).toBe(422)
  const version = async () => String((await row(there)).version)
  const reason = 'Menghala ke laman palsu'
  expect(await support.post(at, { reason, version: await version() })).toRedirectTo(
    `/admin/entity/view/${there.place.id}`,
  )
  expect((await world.web.visitor(domain).get('/login')).status).toBe(421)
  expect(await asked(domain)).toBe(404)
  const shown = await page(who)
  expect([shown.includes(reason), shown.includes('Check now')]).toEqual([true, false])
  expect((await check(who)).status).toBeLessThan(400)
  expect((await row(there)).custom_domain_status).toBe('failed')
  expect((await enter(who, there, newName())).status).toBe(403)
  const payload = await withPlatform(there.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'entity.log')
      .where('entity_id', '=', there.place.id)
      .executeTakeFirstOrThrow(),
  )
  for (let time = 0; time < 2; time++)
    await writeEntityLog(payload.payload as never, jobTools(there, 'entity.log'))
  expect(await mails(there)).toEqual(['verified', 'off'])
  await support.post(`/admin/entity/domain-allow/${there.place.id}`, { version: await version() })
  await check(who)
  expect((await world.web.visitor(domain).get('/login')).status).toBe(200)
})
