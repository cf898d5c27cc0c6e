import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DomainChecks } from '#app/domain/organisation/own-domain/own-domain.ts'
import { inPlatform } from '#db/in-place.ts'
import { writeEntityLog } from '#jobs/handlers/audit.ts'
import { checkDomainBy, watchDomains } from '#jobs/handlers/domains.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import '#tests/support/product/matchers.ts'
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

describe('by the clock', () => {
  const clock = (of: Tenant) => checkDomainBy(domains, jobTools(of, 'domain.check'))
  const age = (of: Tenant) =>
    inPlatform(of.database.pool, (trx) =>
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
      return inPlatform(there.database.pool, async (trx) => {
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
      inPlatform(there.database.pool, (trx) =>
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
  const payload = await inPlatform(there.database.pool, (trx) =>
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
