import { beforeAll, describe, expect, test } from 'vitest'
import { seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { newId } from '#db/id.ts'
import { type Counter, openCounter } from '#tests/support/bank/payer.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { cheapHash, password, signIn } from '#tests/support/people/sign-in.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, type Browser, mainHost } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { platform } from '#tests/support/product/renewals.ts'

let counter: Counter
let web: App
let tenant: Tenant
let owner: Browser
const reason = 'Tidak menjawab sejak tiga bulan'

beforeAll(databaseForMany)

beforeAll(async () => {
  counter = await openCounter()
  web = counter.product
  tenant = counter.shop.tenant
  owner = await web.operator('owner')
})

const html = async (browser: Browser, path: string, status = 200) => {
  const answer = await browser.get(path)
  expect(answer.status, path).toBe(status)
  return answer.text()
}
const to = (verb: string, of = tenant) => `/admin/entity/${verb}/${of.place.id}`
const rowOf = ({ place }: Tenant) =>
  platform(tenant, (trx) =>
    trx.selectFrom('platform.entity').selectAll().where('id', '=', place.id).executeTakeFirstOrThrow(),
  )
const change = (of: Tenant, values: object) =>
  platform(tenant, (trx) =>
    trx.updateTable('platform.entity').set(values).where('id', '=', of.place.id).execute(),
  )
const close = async (of: Tenant) => {
  const fields = fieldsOf(await html(owner, to('status', of)))
  return owner.post(to('status', of), { ...fields, inactive_reason: reason })
}
const open = async (of: Tenant) =>
  owner.post(to('status', of), { status: 'active', version: String((await rowOf(of)).version) })

describe('the list', () => {
  test('is searched by name, subdomain and company, and narrowed by what it says', async () => {
    const [near, far] = [await freshTenant({ name: 'Tadika Melur' }), await freshTenant({ name: 'SK Jauh' })]
    await change(near, { state: 'Johor', organisation_type: 'kindergarten' })
    await change(far, { company_name: 'Lembaga Kenanga', state: 'Sabah' })
    await subscribed(near, { name: 'Pakej Emas' }, { expires_on: '2031-05-31', status: 'grace' })
    const found = async (query: string) => {
      const page = await html(owner, `/admin/entity?${query}`)
      return [near, far].map(({ place }) => page.includes(`/admin/entity/view/${place.id}`))
    }
    expect(await found('q=melur')).toEqual([true, false])
    expect(await found(`q=${far.entity.subdomain}`)).toEqual([false, true])
    expect(await found('q=kenanga')).toEqual([false, true])
    expect(await found('state=Johor')).toEqual([true, false])
    expect(await found('type=kindergarten')).toEqual([true, false])
    expect(await found('expires_from=2031-05-01&expires_to=2031-05-31')).toEqual([true, false])
    expect(await found('expires_from=2031-06-01')).toEqual([false, false])
    expect(await html(owner, '/admin/entity?q=melur')).toMatch(/Pakej Emas.*31 May 2031/s)
  })

  test('is taken away by owner and finance only', async () => {
    for (const [role, status] of [
      ['owner', 200],
      ['finance', 200],
      ['support', 403],
      ['auditor', 403],
    ] as const) {
      const browser = await web.operator(role)
      for (const path of ['print', 'export/csv', 'export/xlsx'])
        expect((await browser.get(`/admin/entity/${path}`)).status, `${role} ${path}`).toBe(status)
    }
  })
})

describe('the page of an organisation', () => {
  test('tells its profile, subscription, sizes and money, and of its account only the end, to who may', async () => {
    const own = await freshTenant({ name: 'Akademi Bakti' })
    await subscribed(own, { name: 'Pakej Perak', staff_limit: 9 }, { expires_on: '2031-05-31' })
    const sealed = seal(web.services.ring, entityCell(own.place.id, 'account_number_sealed'), '514012349321')
    await change(own, {
      account_number_sealed: sealed,
      bank_name: 'Maybank',
      account_name: 'Bakti Enterprise',
    })
    const night = newId()
    await platform(tenant, async (trx) => {
      const line = { entity_id: own.place.id, collected_on: '2020-01-31', source: 'invoice', method: 'cash' }
      await trx
        .insertInto('platform.ledger')
        .values({
          ...line,
          id: newId(),
          collection_id: newId(),
          reference: 'R',
          gross_sen: 765_00,
          net_sen: 765_00,
        })
        .execute()
      await trx
        .insertInto('platform.equation')
        .values({
          ...{ id: night, entity_id: own.place.id, on_day: '2026-02-03', state: 'red', lines: 1, faults: 1 },
          ...{ gross_sen: 9, fees_sen: 0, paid_sen: 0, held_sen: 8, reversed_sen: 0, outside_sen: 0 },
          ...{ difference_sen: 1, fault: 'books_differ' },
        })
        .execute()
      await trx
        .insertInto('platform.failed_job')
        .values({
          ...{ id: newId(), entity_id: own.place.id, name: 'receipt.send', payload: '{}' },
          ...{ error: 'x', attempts: 1 },
        })
        .execute()
    })
    const page = await html(owner, to('view', own))
    for (const text of [
      'Akademi Bakti',
      'Pakej Perak',
      '31 May 2031',
      'RM765.00 since',
      'of 9 in the package',
    ])
      expect(page).toContain(text)
    expect(page).toMatch(new RegExp(`/admin/equation/view/${night}.*Does not agree.*3 Feb 2026`, 's'))
    expect(page).toContain('•••• 9321')
    expect(page).not.toContain('514012349321')
    expect(page).toContain(`/admin/job?entity_id=${own.place.id}&amp;state=open`)
    expect(page).toContain(`/admin/log/audit?entity_id=${own.place.id}`)
    const support = await html(await web.operator('support'), to('view', own))
    expect(support).not.toMatch(/9321|Maybank|Enterprise|admin\/(equation|entity\/status)|audit\?entity_id/)
    expect(support).toContain(to('edit', own))
    const auditor = await html(await web.operator('auditor'), to('view', own))
    expect(auditor).toContain('•••• 9321')
    expect(auditor).not.toMatch(/\/admin\/entity\/(edit|status|note)/)
  })

  test('of none is not found', async () => {
    for (const verb of ['view', 'edit', 'status', 'note'])
      for (const id of [newId(), 'none']) await html(owner, `/admin/entity/${verb}/${id}`, 404)
  })

  test('has the notes of the operators, whose forms say what is wrong', async () => {
    const support = await web.operator('support')
    const { note_id } = fieldsOf(await html(support, to('note')))
    const empty = await support.post(to('note'), { note_id: note_id!, body: ' ' })
    expect(empty.status).toBe(422)
    const note = { note_id: note_id!, body: 'Pengetua baharu <b>mulai Mac</b>' }
    for (const _ of 'twice') expect(await support.post(to('note'), note)).toRedirectTo(`${to('view')}#notes`)
    const page = await html(owner, to('view'))
    expect(page.split('Pengetua baharu &lt;b&gt;mulai Mac')).toHaveLength(2)
    const auditor = await web.operator('auditor')
    expect((await auditor.post(to('note'), note)).status).toBe(403)
  })
})

describe('the form', () => {
  test('says at its fields what cannot be, and keeps what was typed', async () => {
    const fields = fieldsOf(await html(owner, to('edit')))
    const typed = { ...fields, name: 'X', contact_phone: '12', nametag: 'a_b', city: 'Kajang' }
    const answer = await owner.post(to('edit'), typed)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(fieldsOf(page)).toMatchObject({ name: 'X', contact_phone: '12', city: 'Kajang' })
    const wrong = /<(input|select)[^>]*aria-invalid="true"/g
    expect(page.match(wrong)).toHaveLength(3)
    const begun = await owner.post(to('edit'), { ...fields, city: 'Kajang' })
    expect([begun.status, (await begun.text()).match(wrong)?.length]).toEqual([422, 3])
  })

  test('saved over another’s change says what is there now; saving again is a decision', async () => {
    const own = await freshTenant()
    const fields = fieldsOf(await html(owner, to('edit', own)))
    const support = await web.operator('support')
    const first = await support.post(to('edit', own), { ...fields, contact_name: 'Encik Cepat' })
    expect(first).toRedirectTo(to('view', own))
    const late = await owner.post(to('edit', own), { ...fields, contact_name: 'Puan Lewat' })
    expect(late.status).toBe(409)
    const page = await late.text()
    expect(page).toContain('Encik Cepat')
    expect(fieldsOf(page)).toMatchObject({ contact_name: 'Puan Lewat', version: '2' })
    expect(await owner.post(to('edit', own), fieldsOf(page))).toRedirectTo(to('view', own))
    expect(await rowOf(own)).toMatchObject({ contact_name: 'Puan Lewat', version: 3 })
  })

  test('what an organisation is called is called so on its own pages at once', async () => {
    const own = await freshTenant()
    const fields = fieldsOf(await html(owner, to('edit', own)))
    await html(web.visitor(own), '/login')
    await owner.post(to('edit', own), { ...fields, name: 'Nama Serba Baharu' })
    expect(await html(web.visitor(own), '/login')).toContain('Nama Serba Baharu')
  })

  test('is for owner and support', async () => {
    for (const role of ['finance', 'auditor'] as const) {
      const browser = await web.operator(role)
      expect((await browser.get(to('edit'))).status, role).toBe(403)
      expect((await browser.post(to('edit'), {})).status, role).toBe(403)
    }
  })
})

describe('an organisation that is closed', () => {
  test('has a reason on its page, and lets nobody in until an owner opens it', async () => {
    const own = await freshTenant()
    const { email } = await own.write((trx) =>
      user(trx, { roles: ['superadmin'], password_hash: cheapHash(password) }, { branch_id: own.branch.id }),
    )
    const [before, signedIn] = [web.visitor(own), web.visitor(own)]
    expect(await signIn(signedIn, email)).toRedirectTo('/dashboard')
    const without = await owner.post(to('status', own), { status: 'inactive', version: '1' })
    expect([without.status, await without.text()]).toEqual([422, expect.stringContaining('10 to 300')])
    expect(await close(own)).toRedirectTo(to('view', own))
    expect(await html(owner, to('view', own))).toMatch(new RegExp(`Closed by an operator.*${reason}`, 's'))
    const refused = await signIn(before, email)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Account is inactive')
    expect(await signedIn.get('/dashboard')).toRedirectTo('/login')
    const phone = await before.post('/login/phone', { phone: '0123456789', channel: 'sms' })
    expect(await phone.text()).toContain('Account is inactive')
    const call = await before.send('/api/auth/login/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(call.status).toBe(401)
    expect(await html(before, '/register')).toContain('Online registration is closed at the moment')
    expect(await open(own)).toRedirectTo(to('view', own))
    expect(await signIn(before, email)).toRedirectTo('/dashboard')
  })

  test('is neither closed nor opened by support, nor twice', async () => {
    const own = await freshTenant()
    for (const role of ['finance', 'support', 'auditor'] as const) {
      const browser = await web.operator(role)
      const typed = { status: 'inactive', version: '1', inactive_reason: reason }
      expect((await browser.post(to('status', own), typed)).status, role).toBe(403)
    }
    await close(own)
    expect(await owner.get(to('status', own))).toRedirectTo(to('view', own))
    const stale = await owner.post(to('status', own), { status: 'active', version: '1' })
    expect(stale.status).toBe(409)
    expect((await rowOf(own)).status).toBe('inactive')
  })

  test('takes nothing new on its public pages and says so; what is under way arrives', async () => {
    const [waiting, paying] = [await counter.bill(), await counter.bill()]
    const begun = await counter.startedAt(paying.public_code)
    await html(counter.payer(), begun.go)
    const submit = `/payment/submit?invoice=${waiting.public_code}&model=B2C`
    const fields = fieldsOf(await html(counter.payer(), submit))
    expect(await close(tenant)).toRedirectTo(to('view'))
    const payer = counter.payer()

    const page = await html(payer, `/invoice/status/${waiting.public_code}`)
    expect(page).toContain('isn’t taking online payments right now')
    expect(page).not.toMatch(/payment\/submit|payment\/slip|Tidak menjawab/)
    expect(await payer.get(submit)).toRedirectTo(`/invoice/status/${waiting.public_code}`)
    const late = await payer.post(submit, {
      ...fields,
      ...{ bank: 'TEST0021', buyer_name: 'Azman', buyer_email: 'azman@family.test' },
    })
    expect(late.status).toBeGreaterThanOrEqual(300)
    expect(late.headers.get('location') ?? '').not.toContain('/payment/go')
    const slips = await html(payer, `/payment/slip/${waiting.public_code}`)
    expect(slips).toContain('not active at the moment')
    expect(slips).not.toContain('type="file"')
    const file = new FormData()
    for (const [name, value] of Object.entries({
      amount: '120.00',
      paid_on: '2026-02-05',
      reference_no: 'M1',
    }))
      file.set(name, value)
    file.set('file', new File(['%PDF-'], 'slip.pdf'))
    const slip = await payer.post(`/payment/slip/${waiting.public_code}`, file)
    expect(await slip.text()).toContain('not active at the moment')

    const body = counter.shop.acBody(begun.attempt.request_fields, '00', {}, new Date())
    const answer = await web.visitor(mainHost).send('/fpx/direct', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await answer.text()).toBe('OK')
    expect(await counter.shop.invoiceNow(paying.id)).toMatchObject({ status: 'paid' })
    expect(await html(payer, begun.status)).toContain('receipt')
    await open(tenant)
    expect(await html(payer, `/invoice/status/${waiting.public_code}`)).toContain('/payment/submit')
  })
})
