import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { newId } from '#db/id.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { letter, letterFile } from '#tests/support/database/message-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let product: App
let family: Browser
let parent_id: string
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  family = await product.signedInAs(tenant, 'parent')
  parent_id = (await tenant.actor('parent')).parent_id!
})

const messageRow = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('message')
      .innerJoin('message_delivery', 'message_delivery.message_id', 'message.id')
      .select(['message.read_at', 'message_delivery.status'])
      .where('message.id', '=', id)
      .where('channel', '=', 'inapp')
      .executeTakeFirstOrThrow(),
  )

describe('a parent', () => {
  test('sees a new message on Home, in the menu and in the inbox until it is opened', async () => {
    const { message, title } = await tenant.write((trx) => letter(trx, { parent_id, name: 'Puan <Siti>' }))
    const home = await page(family, '/dashboard')
    expect(home).toContain(title)
    expect(home).toMatch(/Messages<span class="count"> \d+<\/span>/)
    expect(await page(family, '/inbox?show=unread')).toContain(title)
    const path = `/inbox/view/${message.id}`
    for (const [method, headers] of [
      ['HEAD', {}],
      ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ] as const) {
      await family.send(path, { method, headers })
      expect((await messageRow(message.id)).read_at).toBeNull()
    }
    const html = await page(family, path)
    expect(html).toContain('<strong>Salam</strong> Puan &lt;Siti&gt;, bawa topi')
    const read = await messageRow(message.id)
    expect(read).toMatchObject({ read_at: expect.any(Date), status: 'read' })
    await page(family, path)
    expect(await messageRow(message.id)).toEqual(read)
    expect(await page(family, '/inbox?show=unread')).not.toContain(title)
    expect(await page(family, '/inbox')).toContain(title)
    expect(await page(family, `/inbox/print/${message.id}`)).toContain(title)
  })

  test('reads an announcement of two languages in that of the page, whatever it was sent in', async () => {
    const { message, announcement, title } = await tenant.write((trx) =>
      letter(trx, { parent_id, locale: 'my' }),
    )
    await tenant.write((trx) =>
      trx
        .updateTable('announcement')
        .set({ title_my: 'Gotong-royong', body_my: 'Bawa penyapu.' })
        .where('id', '=', announcement.id)
        .execute(),
    )
    for (const path of ['/inbox', `/inbox/view/${message.id}`, `/inbox/print/${message.id}`]) {
      const html = await page(family, path)
      expect(html).toContain(title)
      expect(html).not.toContain('Gotong-royong')
    }
  })

  test('marks all as read, once and again', async () => {
    const { message } = await tenant.write((trx) => letter(trx, { parent_id }))
    expect(await family.post('/inbox/read-all')).toRedirectTo('/inbox')
    expect((await messageRow(message.id)).read_at).not.toBeNull()
    expect(await family.post('/inbox/read-all')).toRedirectTo('/inbox')
    expect(await page(family, '/inbox')).not.toContain('Mark all as read')
  })

  test('has neither what is of others nor what has not arrived', async () => {
    const other = await tenant.write((trx) => parent(trx))
    const theirs = await tenant.write((trx) => letter(trx, { parent_id: other.id }))
    const stopped = await tenant.write((trx) => letter(trx, { parent_id, status: 'suppressed' }))
    const list = await page(family, '/inbox')
    for (const { message, title } of [theirs, stopped]) {
      expect(list).not.toContain(title)
      for (const path of ['view', 'print'])
        expect((await family.get(`/inbox/${path}/${message.id}`)).status).toBe(404)
    }
    expect((await family.get(`/inbox/view/${newId()}`)).status).toBe(404)
  })

  test('gets files of own messages alone, shown only where they are pictures', async () => {
    const files = filesOf(environment, tenant.place.schema)
    const [paper, picture] = [newFileKey('pdf'), newFileKey('webp')]
    await files.put(paper, Buffer.from('%PDF'), 'application/pdf')
    await files.put(picture, Buffer.from('RIFF'), 'image/webp')
    const made = await tenant.write(async (trx) => {
      const mine = await letter(trx, { parent_id })
      const theirs = await letter(trx, { parent_id: (await parent(trx)).id })
      return {
        mine,
        paper: await letterFile(trx, mine.announcement.id, { storage_key: paper }),
        picture: await letterFile(trx, mine.announcement.id, {
          ...{ storage_key: picture, kind: 'picture', content_type: 'image/webp' },
        }),
        theirs: await letterFile(trx, theirs.announcement.id, { storage_key: paper }),
      }
    })
    const html = await page(family, `/inbox/view/${made.mine.message.id}`)
    expect(html).toContain(`src="/inbox/file/${made.picture.id}"`)
    expect(html).toContain(`href="/inbox/file/${made.paper.id}"`)
    const saved = await family.get(`/inbox/file/${made.paper.id}`)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await saved.text()).toBe('%PDF')
    const shown = await family.get(`/inbox/file/${made.picture.id}`)
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect((await family.get(`/inbox/file/${made.theirs.id}`)).status).toBe(404)
  })
})

test('who is a parent and a trainer has the messages of both, and of the profile that is chosen', async () => {
  const trainer = await product.signedInAs(tenant, 'trainer')
  const { id: user_id } = await tenant.actor('trainer')
  const { own, ofFamily } = await tenant.write(async (trx) => {
    const { id } = await parent(trx, { user_id })
    await trx
      .updateTable('user_account')
      .set({ roles: ['trainer', 'parent'] })
      .where('id', '=', user_id)
      .execute()
    return { own: await letter(trx, { user_id }), ofFamily: await letter(trx, { parent_id: id }) }
  })
  const both = await page(trainer, '/inbox')
  expect(both).toContain(own.title)
  expect(both).toContain(ofFamily.title)
  expect(both).toContain('Unread (2)')
  await trainer.post('/profile/switch', { profile: 'trainer' })
  const asTrainer = await page(trainer, '/inbox')
  expect(asTrainer).toContain(own.title)
  expect(asTrainer).not.toContain(ofFamily.title)
  expect((await trainer.get(`/inbox/view/${ofFamily.message.id}`)).status).toBe(404)
})

describe('the office', () => {
  let clerk: Browser
  beforeAll(async () => {
    clerk = await product.signedInAs(tenant, 'clerk')
  })
  const received = (more: Parameters<typeof letter>[1] = {}) =>
    tenant.write(async (trx) => {
      const { payer } = await student(trx, { branch_id: tenant.branch.id })
      return { payer: payer!, ...(await letter(trx, { parent_id: payer!.id, ...more })) }
    })
  const copiesOf = (id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('message')
        .innerJoin('message_delivery', 'message_delivery.message_id', 'message.id')
        .select(['channel', 'status', 'address', 'credits'])
        .where('again_of_id', '=', id)
        .execute(),
    )

  test('sees what a family received, prints it, and sends it by e-mail again to the address of today', async () => {
    const { payer, message, title } = await received()
    expect(await page(clerk, `/family/view/${payer.id}`)).toContain('1 message sent, on')
    expect(await page(clerk, `/family/messages/${payer.id}`)).toContain(title)
    const html = await page(clerk, `/family/message/${message.id}`)
    expect(html).toContain('Send by e-mail')
    expect(html).not.toContain('Send by SMS')
    expect(await page(clerk, `/family/message/print/${message.id}`)).toContain(title)
    const again = `/family/message/again/${message.id}`
    const email = `baharu-${payer.id}@family.test`
    await tenant.write((trx) => trx.updateTable('parent').set({ email }).where('id', '=', payer.id).execute())
    expect(await clerk.post(again, { channel: 'email' })).toRedirectTo(`/family/message/${message.id}`)
    const copy = { channel: 'email', status: 'queued', address: email, credits: 0 }
    expect(await copiesOf(message.id)).toEqual([copy])
    expect(
      (await page(await product.signedInAs(tenant, 'admin'), `/log/audit?q=`)).includes('Message sent again'),
    ).toBe(true)
  })

  test('cannot override what a family turned off, nor spend credits without the permission', async () => {
    const { payer, message } = await received({ channels: ['inapp', 'sms'], sms: 'Bawa topi esok' })
    const again = `/family/message/again/${message.id}`
    await clerk.post(`/family/channels/${payer.id}`, { chosen: 'yes', sms: 'on', whatsapp: 'on' })
    expect(await clerk.post(again, { channel: 'email' })).toRedirectTo(`/family/message/${message.id}`)
    expect(await page(clerk, `/family/message/${message.id}`)).toContain(
      'The family turned this channel off.',
    )
    expect(await clerk.post(again, { channel: 'sms' })).toRedirectTo(`/family/message/${message.id}`)
    expect(await copiesOf(message.id)).toEqual([])
    expect(await page(clerk, `/family/view/${payer.id}`)).toContain('No messages by E-mail')
  })

  test('without credits nothing is sent', async () => {
    const admin = await product.signedInAs(tenant, 'admin')
    const phone = '+60123456701'
    const { payer, message } = await received({ channels: ['inapp', 'sms'], sms: 'Bawa topi esok' })
    await tenant.write((trx) => trx.updateTable('parent').set({ phone }).where('id', '=', payer.id).execute())
    expect(await page(admin, `/family/message/${message.id}`)).toContain('Costs 1 message credit.')
    await admin.post(`/family/message/again/${message.id}`, { channel: 'sms' })
    expect(await page(admin, `/family/message/${message.id}`)).toContain('credit')
    expect(await copiesOf(message.id)).toEqual([])
  })
})
