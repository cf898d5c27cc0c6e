import { beforeAll, describe, expect, test } from 'vitest'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import {
  type MessageReader,
  optOutToken,
  unsubscribeHeaders,
} from '#app/domain/messaging/opt-outs/opt-out.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let product: App
let guest: Browser
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  guest = product.visitor(tenant)
})

const keysFor = ({ place }: Tenant) => ({ ring: environmentKeyring(environment), place: place.schema })
const tokenFor = (reader: MessageReader, now = new Date(), at = tenant) =>
  optOutToken(keysFor(at), reader, now)
const family = () => tenant.write((trx) => parent(trx, { name: 'Siti Aminah', email: 'siti@family.test' }))
const ofParent = (id: string): MessageReader => ({ parent_id: id, user_id: null })
const leftBy = (id: string) =>
  tenant.read(async (db) =>
    (
      await db
        .selectFrom('message_opt_out')
        .select(['channel', 'source'])
        .where((eb) => eb.or([eb('parent_id', '=', id), eb('user_id', '=', id)]))
        .orderBy('channel')
        .execute()
    ).map(({ channel, source }) => `${channel} ${source}`),
  )
const logOf = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['actor_type', 'after'])
      .where('action', '=', 'message_opt_out.changed')
      .where('object_id', '=', id)
      .orderBy('position')
      .execute(),
  )

describe('the link in a message', () => {
  test('shows a shortened name and address, and changes nothing when it is opened', async () => {
    const { id } = await family()
    const path = `/opt-out/${tokenFor(ofParent(id))}`
    const html = await page(guest, path)
    expect(html).toContain('Siti A***')
    expect(html).toContain('s***@family.test')
    expect(html).not.toContain('siti@family.test')
    expect(html).not.toContain('Siti Aminah')
    expect(html.match(/checked=""/g)).toHaveLength(3)
    expect(await page(product.visitor(tenant), `${path}?lng=my`)).toContain('Simpan</button>')
    for (const address of [path, `${path}/one-click`])
      for (const method of ['GET', 'HEAD']) await guest.send(address, { method })
    expect(await leftBy(id)).toEqual([])
    expect((await guest.get(path)).headers.get('x-robots-tag')).toBe('noindex')
  })

  test('turns channels off and on again without signing in, each change once in the log', async () => {
    const { id } = await family()
    const path = `/opt-out/${tokenFor(ofParent(id))}`
    for (let times = 0; times < 2; times += 1)
      expect(await guest.post(path, { chosen: 'yes', whatsapp: 'on' })).toRedirectTo(path)
    expect(await leftBy(id)).toEqual(['email link', 'sms link'])
    await guest.post(path, { chosen: 'yes', email: 'on', sms: 'on', whatsapp: 'on' })
    expect(await leftBy(id)).toEqual([])
    expect(await logOf(id)).toMatchObject([
      { actor_type: 'guest', after: { source: 'link', left: ['email', 'sms'] } },
      { actor_type: 'guest', after: { source: 'link', joined: expect.arrayContaining(['email', 'sms']) } },
    ])
  })

  test('one click of a mail program leaves e-mail alone', async () => {
    const { id } = await family()
    const headers = unsubscribeHeaders(
      `http://${tenant.host}:3000`,
      keysFor(tenant),
      ofParent(id),
      new Date(),
    )
    const { pathname } = new URL(headers['List-Unsubscribe'].slice(1, -1))
    const mailProgram = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (body: string) =>
      product.visitor(tenant).send(pathname, { method: 'POST', body, headers: mailProgram })
    expect((await post('')).status).toBe(422)
    expect(await leftBy(id)).toEqual([])
    expect((await post(headers['List-Unsubscribe-Post'])).status).toBe(204)
    expect((await post(headers['List-Unsubscribe-Post'])).status).toBe(204)
    expect(await leftBy(id)).toEqual(['email link'])
    expect(await guest.get(pathname)).toRedirectTo(pathname.replace('/one-click', ''))
  })

  test('works for a year; one that is altered, older, of another organisation or of nobody opens nothing', async () => {
    const { id } = await family()
    const reader = ofParent(id)
    const days = (n: number) => new Date(Date.now() - n * 86_400_000)
    expect((await guest.get(`/opt-out/${tokenFor(reader, days(365))}`)).status).toBe(200)
    const other = await freshTenant()
    const token = tokenFor(reader)
    const flipped = Array.from({ length: 8 }, (_, at) => {
      const bytes = Buffer.from(token, 'base64url')
      bytes[at * 4 + 1]! ^= 1
      return bytes.toString('base64url')
    })
    const wrong = [
      ...[tokenFor(reader, days(366)), tokenFor(reader, new Date(), other), tokenFor(ofParent(newId()))],
      ...[tokenFor({ parent_id: null, user_id: id }), 'x', token.slice(0, -1), `${token}A`, ...flipped],
    ]
    const stranger = product.visitor(tenant)
    for (const one of wrong) {
      expect((await stranger.get(`/opt-out/${one}`)).status, one).toBe(404)
      expect((await stranger.post(`/opt-out/${one}`, {})).status, one).toBeGreaterThanOrEqual(404)
    }
    expect(await leftBy(id)).toEqual([])
    // Who goes on guessing is refused, and the right link still opens.
    expect((await stranger.get('/opt-out/guess')).status).toBe(429)
    expect((await guest.get(`/opt-out/${token}`)).status).toBe(200)
  })
})

test('a person chooses in the own profile, as staff and as a parent', async () => {
  const clerk = await product.signedInAs(tenant, 'clerk')
  const { id } = await tenant.actor('clerk')
  expect(await page(clerk, '/profile')).toContain('/profile/channels')
  expect(await clerk.post('/profile/channels', { chosen: 'yes', email: 'on' })).toRedirectTo('/profile')
  expect(await leftBy(id)).toEqual(['sms self', 'whatsapp self'])
})
