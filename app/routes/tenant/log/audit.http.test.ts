import { beforeAll, describe, expect, test } from 'vitest'
import { anchorCode, lastSeal } from '#app/domain/audit/seals/seal.ts'
import { logOf } from '#app/domain/audit/seals/test-support.ts'
import { roles } from '#app/domain/core/access/access.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { category } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let tenant: Tenant
let product: App
let admin: Browser
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  admin = await product.signedInAs(tenant, 'admin')
})

const textOf = async (answer: Promise<Response>) => {
  const response = await answer
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

/** A category that was renamed through its form, and the id of the entry that tells so. */
async function renamed(from: string, to: string) {
  const row = await tenant.write((trx) => category(trx, { name: from }))
  const { code, kind, version } = row
  const answer = await admin.post(
    `/category/edit/${row.id}`,
    { code, kind, name: to, description: '', min_age: '', max_age: '', version: String(version) },
    {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36',
    },
  )
  expect(answer.status).toBe(302)
  const entry = await tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['id', 'request_id'])
      .where('object_id', '=', row.id)
      .where('action', '=', 'category.edited')
      .executeTakeFirstOrThrow(),
  )
  return { ...row, entry: entry.id, request_id: entry.request_id! }
}

describe('the list', () => {
  test('says in words who did what, in both languages, and leads to the entry', async () => {
    const { entry } = await renamed('Tahap Satu', 'Tahap Dua')
    const response = await admin.get('/log/audit')
    const html = await response.text()
    expect(html).toContain('Category changed')
    expect(html).toContain(`/log/audit/view/${entry}`)
    expect(await inMalay('/log/audit')).toContain('Kategori diubah')
  })

  test('calls who has not signed in by words of the reader’s language, also in files', async () => {
    const guest = { ...systemActor, type: 'guest' as const, name: 'guest' }
    const object = { type: 'payment_attempt', id: null }
    await tenant.write((trx) => record(trx, guest, 'invoice.payment_started', object))
    const list = await inMalay('/log/audit')
    expect(list).toMatch(/Bayaran dalam talian bagi invois dimulakan Tanpa log masuk/)
    expect(list).not.toContain('guest')
    const file = await textOf(admin.get('/log/audit/export/csv'))
    expect(file).toContain('Not signed in')
    expect(file).not.toContain('guest')
    const { id } = await tenant.read((db) =>
      db.selectFrom('audit_log').select('id').where('actor_type', '=', 'guest').executeTakeFirstOrThrow(),
    )
    const entry = await textOf(admin.get(`/log/audit/view/${id}`))
    expect(entry).toContain('Who Not signed in When')
  })

  test('is narrowed by person, area, record, date and text, each for itself', async () => {
    const { id, request_id } = await renamed('Awal', 'Akhir')
    const me = await tenant.actor('admin')
    const clerk = await tenant.actor('clerk')
    const today = currentDay()
    const found = async (query: string) => (await textOf(admin.get(`/log/audit?${query}`))).includes('Akhir')
    for (const query of [
      `person=${me.id}`,
      'group=category',
      'object=category',
      `object=category&object_id=${id}`,
      `from=${today}`,
      `to=${today}`,
      'q=akhir',
      `q=${request_id}`,
      'actor_type=user',
    ])
      expect(await found(query), query).toBe(true)
    for (const query of [
      `person=${clerk.id}`,
      'group=invoice',
      'object=invoice',
      'to=2020-01-01',
      'from=2999-01-01',
      'q=nothing-like-it',
      'actor_type=system',
    ])
      expect(await found(query), query).toBe(false)
  })

  test.each(['/log/audit', '/log/audit/verify', '/log/login', '/log/audit/print', '/log/audit/export/csv'])(
    '%s is for managers alone',
    async (path) => {
      for (const role of roles.filter((role) => role !== 'superadmin' && role !== 'admin'))
        expect((await (await product.signedInAs(tenant, role)).get(path)).status, role).toBe(403)
      const visitor = await product.visitor(tenant).get(path)
      expect([visitor.status, visitor.headers.get('location')]).toEqual([
        302,
        `/login?to=${encodeURIComponent(path)}`,
      ])
      expect((await admin.get(path)).status).toBe(200)
    },
  )
})

/** The words of a page in Malay. The language follows the person, who then goes back to English. */
async function inMalay(path: string): Promise<string> {
  await admin.get('/language/my')
  const words = await textOf(admin.get(path))
  await admin.get('/language/en')
  return words
}

describe('print and files', () => {
  test('hold what the list shows, under its filters', async () => {
    await renamed('Cetak', 'Dicetak')
    expect(await textOf(admin.get('/log/audit/print?group=category'))).toContain('Dicetak')
    const csv = await admin.get('/log/audit/export/csv?group=category')
    expect(csv.headers.get('content-disposition')).toMatch(/filename="log-audit-\d{4}-\d\d-\d\d\.csv"/)
    const text = await csv.text()
    expect(text).toContain('Category changed,Dicetak')
    expect(await (await admin.get('/log/audit/export/csv?group=invoice')).text()).not.toContain('Dicetak')
    const xlsx = await admin.get('/log/audit/export/xlsx')
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml')
    const pdf = await admin.post('/log/audit/export/pdf')
    expect(pdf.headers.get('location')).toMatch(/^\/document\//)
    expect(await textOf(admin.get('/log/login/print'))).toContain('Sign-in log')
    for (const path of ['/log/nothing/print', '/log/category/print', '/log/audit/export/exe'])
      expect((await admin.get(path)).status, path).toBe(404)
  })
})

describe('one entry', () => {
  test('shows before and after, who, when, from where and with what', async () => {
    const { entry, request_id, id } = await renamed('Lama', 'Baharu')
    const text = await textOf(admin.get(`/log/audit/view/${entry}`))
    expect(text).toMatch(/Before After .*Name Lama Baharu/)
    expect(text).toContain('192.0.2.1')
    expect(text).toContain('Chrome · Android (phone)')
    expect(text).toContain(request_id)
    const html = await (await admin.get(`/log/audit/view/${entry}`)).text()
    expect(html).toContain(`/category/view/${id}`)
  })

  test('of another organisation, or of no kind, is not found', async () => {
    const there = await freshTenant()
    await logOf(there).write(1)
    const [row] = await logOf(there).rows()
    for (const id of [row!.id, '0198f000-0000-7000-8000-000000000000', 'x'])
      expect((await admin.get(`/log/audit/view/${id}`)).status).toBe(404)
  })
})

describe('verifying', () => {
  test('finds nothing, then the row that the owner of the database changed, and remembers it', async () => {
    const here = await freshTenant()
    const owner = await product.signedInAs(here, 'superadmin')
    const log = logOf(here)
    expect(await textOf(owner.get('/log/audit/verify'))).toContain('has not been verified yet')
    await log.write(5)
    await log.seal()
    const answer = await owner.post('/log/audit/verify', { verify: 'yes', code: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/log/audit/verify'])
    expect(await textOf(owner.get('/log/audit/verify'))).toContain('The log is as it was sealed')
    await log.tamper("update audit_log set actor_name = 'Nobody' where position = 3")
    await owner.post('/log/audit/verify', { verify: 'yes' })
    const text = await textOf(owner.get('/log/audit/verify'))
    expect(text).toContain('One thing is not as it was sealed')
    expect(text).toMatch(/Entry was changed 3 Category changed/)
    expect(text).toContain((await log.rows())[2]!.id)
  })

  test('takes a code from a mail, and says when it is none', async () => {
    const here = await freshTenant()
    const owner = await product.signedInAs(here, 'superadmin')
    const log = logOf(here)
    await log.fill(1_200)
    await log.seal()
    expect((await owner.post('/log/audit/verify')).status).toBe(422)
    const code = anchorCode((await here.read(lastSeal))!)
    const wrong = await owner.post('/log/audit/verify', { verify: 'yes', code: 'abc' })
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('not a code of a seal')])
    await log.tamper('delete from audit_seal where number = 2')
    await owner.post('/log/audit/verify', { verify: 'yes' })
    expect(await textOf(owner.get('/log/audit/verify'))).toContain('The log is as it was sealed')
    await owner.post('/log/audit/verify', {
      verify: 'yes',
      code: ` ${code.slice(0, 30)}\n${code.slice(30).toUpperCase()} `,
    })
    expect(await textOf(owner.get('/log/audit/verify'))).toContain(
      'Seal 2, of which there is a copy, is gone',
    )
  })

  test('is refused to who asks too often', async () => {
    const here = await freshTenant()
    const owner = await product.signedInAs(here, 'superadmin')
    for (let n = 0; n < 10; n++)
      expect((await owner.post('/log/audit/verify', { verify: 'yes' })).status).toBe(302)
    expect((await owner.post('/log/audit/verify', { verify: 'yes' })).status).toBe(429)
  })

  test('has a daily mail that only a superadmin switches off, which is written down', async () => {
    const superadmin = await product.signedInAs(tenant, 'superadmin')
    expect((await admin.post('/log/audit/anchor-mail', { anchor_mail: 'off' })).status).toBe(403)
    await superadmin.post('/log/audit/anchor-mail', { anchor_mail: 'off' })
    expect(await textOf(superadmin.get('/log/audit/verify'))).toContain('The daily mail is off')
    expect(await textOf(superadmin.get('/log/audit?group=audit'))).toContain('Daily seal mail switched off')
  })
})

test('the sign-in log shows everybody, narrowed by result, way and person', async () => {
  const visitor = product.visitor(tenant)
  await visitor.post('/login', { email: 'nobody@here.test', password: 'wrong wrong wrong' })
  const text = await textOf(admin.get('/log/login'))
  expect(text).toMatch(/Unknown Refused Invalid credentials[^.]*\. E-mail and password/)
  expect(await textOf(admin.get('/log/login?outcome=success'))).not.toContain('Unknown')
  expect(await textOf(admin.get('/log/login?outcome=failed&method=email'))).toContain('Unknown')
  expect(await textOf(admin.get('/log/login?method=phone'))).not.toContain('Unknown')
})
