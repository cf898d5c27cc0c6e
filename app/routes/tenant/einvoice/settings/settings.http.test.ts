import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSealedSetting } from '#app/domain/einvoice/settings/find-setting.ts'
import { type Made, makeCertificate, pkcs12Of } from '#app/integrations/certificates/test-support.ts'
import { type ServedSandbox, serveSandbox } from '#app/integrations/myinvois/sandbox/test-support.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

const page = '/einvoice/settings'
const secret = 'first-secret-of-tadika-1234'
const [own, other, intermediary] = ['C1234567890', 'C2222222220', 'C5555555550']
const company = {
  ...{ name: 'Tadika Contoh Sdn Bhd', tin: own, id_type: 'BRN', id_value: '202001234567', msic: '85102' },
  ...{ address_line1: '1, Jalan Contoh', postcode: '43000', city: 'Kajang', state_code: '10' },
  ...{ phone: '012-345 6789' },
}
const connection = {
  ...{ environment: 'sandbox', mode: 'direct', client_id: 'client-of-tadika-contoh', secret },
  secrets_end_on: '2099-11-29',
}

let portal: ServedSandbox
let web: App
beforeAll(databaseForMany)
beforeAll(async () => {
  const client = (clientId: string, tin: string, more = {}) => ({ clientId, secrets: [secret], tin, ...more })
  portal = await serveSandbox({
    clients: [
      client('client-of-tadika-contoh', own),
      client('client-of-another-one', other),
      client('client-of-production', own, { environment: 'production' }),
      client('client-of-intermediary', intermediary),
      client('client-of-intermediary-two', intermediary),
      client('client-of-a-few-words', own),
    ],
    appointments: [{ intermediaryTin: intermediary, tin: own, permissions: ['submit', 'cancel', 'view'] }],
  })
  const config = { apiUrl: portal.apiUrl, portalUrl: portal.portalUrl }
  web = await app({ services: { portal: (environment) => ({ environment, ...config }) } })
})
afterAll(() => portal.close())

const stored = (of: Tenant) => of.read(findSealedSetting)
const versionOf = async (of: Tenant) => String((await stored(of))?.version ?? 0)
const pageOf = async (who: Browser, path = page) => (await who.get(path)).text()
/** What can be read on a page. */
const text = async (who: Browser, path = page) => plain(await pageOf(who, path))
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const post = async (who: Browser, of: Tenant, path: string, fields: Record<string, string>) =>
  who.post(page + path, { ...fields, version: await versionOf(of) })
async function tried(who: Browser, of: Tenant) {
  const answer = await who.post(`${page}/connection/try`)
  expect(answer).toRedirectTo(page)
  return { html: await text(who), row: (await stored(of))! }
}

async function owner() {
  const there = await freshTenant()
  return { there, who: await web.signedInAs(there, 'superadmin') }
}
async function setUp(more: Record<string, string> = {}) {
  const { there, who } = await owner()
  expect(await post(who, there, '/company', company)).toRedirectTo(page)
  expect(await post(who, there, '/connection', { ...connection, ...more })).toRedirectTo(page)
  return { there, who }
}

describe('the connection test', () => {
  test('a right one connects, and the page says so', async () => {
    const { there, who } = await setUp()
    expect(await text(who)).toContain('Not tested')
    const { html, row } = await tried(who, there)
    expect(row).toMatchObject({ status: 'validated', fault: null })
    expect(html).toContain('The connection works')
    expect(html).toContain('documents sent now don’t count for tax')
  })

  test('a wrong secret, then the right one', async () => {
    const { there, who } = await setUp({
      client_id: 'client-of-a-few-words',
      secret: 'wrong-secret-of-tadika',
    })
    const wrong = await tried(who, there)
    expect(wrong.row.status).toBe('failed')
    expect(wrong.html).toContain('MyInvois refuses this client ID and secret')
    await post(who, there, '/connection', { ...connection, client_id: 'client-of-a-few-words' })
    expect((await stored(there))!.status).toBe('pending')
  })

  test('credentials of the other system', async () => {
    const { there, who } = await setUp({ client_id: 'client-of-production' })
    expect((await tried(who, there)).html).toContain('belong to the portal’s other system')
  })

  test('credentials of another taxpayer: both numbers are named', async () => {
    const { there, who } = await setUp({ client_id: 'client-of-another-one' })
    const { html, row } = await tried(who, there)
    expect(row).toMatchObject({ status: 'failed', fault: 'tin_mismatch' })
    expect(html).toContain(`belong to the taxpayer ${other}, but your TIN is ${own}`)
    await who.get(`/language/my?to=${page}`)
    expect(await text(who)).toContain(`milik pembayar cukai ${other}, tetapi TIN anda ${own}`)
  })

  test('an intermediary that was appointed, and one that was not', async () => {
    const by = {
      ...{ mode: 'intermediary', client_id: 'client-of-intermediary', intermediary_name: 'Perantara Contoh' },
      ...{ intermediary_tin: intermediary, intermediary_brn: '201901234567' },
    }
    const { there, who } = await setUp(by)
    expect((await tried(who, there)).row.status).toBe('validated')
    const stranger = await owner()
    await post(stranger.who, stranger.there, '/company', { ...company, tin: other })
    await post(stranger.who, stranger.there, '/connection', {
      ...connection,
      ...by,
      client_id: 'client-of-intermediary-two',
    })
    const { html, row } = await tried(stranger.who, stranger.there)
    expect(row).toMatchObject({ status: 'failed', fault: 'not_represented' })
    expect(html).toContain('doesn’t let the intermediary act for you')
  })

  test('a portal that is away', async () => {
    const { there } = await owner()
    const config = { apiUrl: 'http://127.0.0.1:9/none', portalUrl: 'http://127.0.0.1:9/none' }
    const far = await app({ services: { portal: (environment) => ({ environment, ...config }) } })
    const who = await far.signedInAs(there, 'superadmin')
    await post(who, there, '/company', company)
    await post(who, there, '/connection', { ...connection, client_id: 'client-that-nobody-knows' })
    const { html, row } = await tried(who, there)
    expect(row).toMatchObject({ status: 'failed', fault: 'away' })
    expect(html).toContain('MyInvois didn’t answer')
  })

  test('before anything is entered it says what is missing', async () => {
    const { who } = await owner()
    expect(await who.post(`${page}/connection/try`)).toRedirectTo(page)
    expect(await text(who)).toContain('The test needs your company details')
  })
})

describe('the forms', () => {
  test('secrets are on no page and in no log: only their last characters', async () => {
    const { there, who } = await setUp({ second_secret: 'second-secret-of-tadika-5678' })
    const [overview, form] = [await pageOf(who), await pageOf(who, `${page}/connection`)]
    expect(overview).toContain('Ends in 1234')
    expect(overview).toContain('Ends in 5678')
    const wrong = await post(who, there, '/connection', { ...connection, client_id: 'short' })
    expect(wrong.status).toBe(422)
    const log = await (await who.get('/log/audit')).text()
    for (const html of [overview, form, await wrong.text(), log, JSON.stringify(web.log)])
      expect(html).not.toMatch(/first-secret|second-secret/)
  })

  test('a tax number is written as LHDN writes it, and what changed is told', async () => {
    const { there, who } = await owner()
    await post(who, there, '/company', { ...company, tin: ' c01234567890 ' })
    expect(await text(who)).toContain('LHDN writes your TIN as C1234567890; you entered c01234567890')
    await post(who, there, '/company', { ...company, tin: ' c 1234567890 ' })
    expect(await text(who)).toContain('Company details saved.')
  })

  test('00000 is no business activity; words find some to choose from', async () => {
    const { there, who } = await owner()
    const none = await post(who, there, '/company', { ...company, msic: '00000' })
    expect([none.status, (await none.text()).includes('00000 isn’t accepted')]).toEqual([422, true])
    const several = await post(who, there, '/company', { ...company, msic: 'pre-primary' })
    const html = await several.text()
    expect(several.status).toBe(422)
    expect(html).toMatch(/name="msic_choice"[^>]* value="85102"/)
    const chosen = { ...company, msic: 'pre-primary', msic_choice: '85102' }
    expect(await post(who, there, '/company', chosen)).toRedirectTo(page)
    expect((await stored(there))!.msic).toBe('85102')
  })

  test('the identity card of an owner is masked', async () => {
    const { there, who } = await owner()
    const sole = { ...company, tin: 'IG12345678901', id_type: 'NRIC', id_value: '850101-14-5678' }
    expect(await post(who, there, '/company', sole)).toRedirectTo(page)
    for (const path of [page, `${page}/company`]) {
      expect(await text(who, path)).toContain('850101-**-**78')
      expect(await text(who, path)).not.toContain('850101145678')
    }
  })

  test('the profile fills in the company at first', async () => {
    const { there, who } = await owner()
    await there.write((trx) =>
      trx
        .updateTable('platform.entity')
        .set({ company_name: 'Bestari Contoh Sdn Bhd', registration_number: '202101000000 (1234567-X)' })
        .where('id', '=', there.place.id)
        .execute(),
    )
    const html = await pageOf(who, `${page}/company`)
    expect(html).toContain('Filled in from your organisation’s profile')
    for (const value of ['Bestari Contoh Sdn Bhd', '202101000000']) expect(html).toContain(`value="${value}"`)
  })

  test('who manages sees the settings and changes nothing; a clerk sees nothing', async () => {
    const { there, who } = await setUp()
    await post(who, there, '/workflow', {
      ...{ document_version: '1.0', basis: 'on_issue', auto_submit: 'on_paid', auto_since: '2026-12-15' },
      qr_position: 'top',
    })
    const admin = await web.signedInAs(there, 'admin')
    const html = await text(admin)
    expect(html).toContain('When an invoice is paid, since 15 Dec 2026')
    expect(await pageOf(admin)).not.toContain('/einvoice/settings/connection')
    expect((await admin.get(`${page}/connection`)).status).toBe(403)
    const clerk = await web.signedInAs(there, 'clerk')
    expect((await clerk.get(page)).status).toBe(403)
  })

  test('removed, it is not set up any more', async () => {
    const { there, who } = await setUp()
    expect(await post(who, there, '/remove', {})).toRedirectTo(page)
    expect(await stored(there)).toBeUndefined()
    expect(await text(who)).toContain('E-invoice settings removed')
  })
})

test('a secret that has ended is told once, on the pages about e-invoices too, and only to who can renew it with a link', async () => {
  const { there, who } = await setUp()
  await there.write((trx) =>
    trx
      .updateTable('einvoice_setting')
      .set({ status: 'failed', fault: 'wrong_secret', secrets_end_on: '2026-01-31' })
      .execute(),
  )
  const clerk = await web.signedInAs(there, 'clerk')
  for (const html of [await pageOf(who), await pageOf(who, '/einvoice'), await pageOf(clerk, '/einvoice')])
    expect(html.match(/The client secrets? (has )?ended/g)).toHaveLength(1)
  expect(await pageOf(who, '/einvoice')).toContain('href="/einvoice/settings/connection"')
  expect(await pageOf(clerk, '/einvoice')).not.toContain('href="/einvoice/settings/connection"')
})

describe('the certificate', () => {
  const upload = async (who: Browser, of: Tenant, file: Buffer, password = 'kata laluan') => {
    const form = new FormData()
    form.set('file', new File([file as Uint8Array<ArrayBuffer>], 'sijil.p12'))
    form.set('password', password)
    form.set('version', await versionOf(of))
    return who.post(`${page}/certificate`, form)
  }
  const p12 = (given: Parameters<typeof makeCertificate>[0] = {}, made: Made = makeCertificate(given)) =>
    pkcs12Of(made, 'kata laluan')

  test('signs once it is there, an old file and a slow key included, and its key is on no page', async () => {
    const { there, who } = await setUp()
    const old = pkcs12Of(makeCertificate(), 'kata laluan', { cipher: 'rc2' })
    expect(await upload(who, there, old)).toRedirectTo(page)
    const html = await pageOf(who)
    expect(html).toContain('Certificate saved')
    expect(html).toContain('Contoh Trust Class 2 CA')
    expect(html).not.toContain((await stored(there))!.certificate_key_sealed)
    expect(await post(who, there, '/certificate/remove', {})).toRedirectTo(page)
    expect(await text(who)).toContain('No certificate uploaded')
  })

  test('each of six faults has a sentence of its own', async () => {
    const { there, who } = await setUp()
    const made = makeCertificate()
    const [ended, begins] = [new Date('2025-06-01T00:00:00Z'), new Date('2025-01-01T00:00:00Z')]
    const files: [Buffer, string, string][] = [
      [p12(), 'wrong', 'doesn’t open with this password'],
      [Buffer.from('%PDF-1.7'), 'kata laluan', 'isn’t a certificate file'],
      [
        pkcs12Of(made, 'kata laluan', { key: null }),
        'kata laluan',
        'no certificate together with its RSA key',
      ],
      [p12({ tin: other }), 'kata laluan', `was issued to TIN ${other}`],
      [p12({ tin: null, organisation: null }), 'kata laluan', 'a personal certificate'],
      [p12({ from: begins, to: ended }), 'kata laluan', 'is valid from 1 Jan 2025 to 1 Jun 2025'],
    ]
    for (const [file, password, sentence] of files) {
      const answer = await upload(who, there, file, password)
      expect([answer.status, plain(await answer.text())]).toEqual([422, expect.stringContaining(sentence)])
    }
    const forMail = await upload(who, there, p12({ forMail: true }))
    expect(await forMail.text()).toContain('a personal certificate, or not one for signing')
    const otherNumber = await upload(who, there, p12({ registrationNo: '201099999999' }))
    expect(await otherNumber.text()).toContain('registration number 201099999999')
    expect((await stored(there))!.certificate).toBeNull()
    expect(JSON.stringify(web.log)).not.toContain('kata laluan')
  })

  test('is compared with the company, which comes first', async () => {
    const { there, who } = await owner()
    expect(await text(who, `${page}/certificate`)).toContain('save your company details first')
    const answer = await upload(who, there, p12())
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('compared with your company details'),
    ])
  })
})

describe('the obligation', () => {
  const answered = async (answers: Record<string, string>) => {
    const { who } = await owner()
    const posted = await who.post(`${page}/obligation/edit`, { ...answers, version: '0' })
    expect(posted).toRedirectTo(`${page}/obligation`)
    return [await text(who, `${page}/obligation`), await text(who)]
  }

  test('is one sentence, with its reasons', async () => {
    const pages = await answered({ turnover_band: 'to_5m', turnover_year: '2022' })
    for (const html of pages)
      expect(html).toContain('Relaxed until 31 Dec 2027: you may report everything in one consolidated')
    expect(pages[0]).toContain('That group started on 1 Jan 2026')
    expect(pages[0]).toContain('Please confirm it with your tax agent')
  })

  test('asks again for what is missing', async () => {
    const { who } = await owner()
    const answer = await who.post(`${page}/obligation/edit`, { version: '0', turnover_year: '2022' })
    expect([answer.status, (await answer.text()).includes('value="2022"')]).toEqual([422, true])
  })
})
