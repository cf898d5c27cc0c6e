import { beforeAll, describe, expect, test } from 'vitest'
import { openSchool, type School } from '#app/domain/einvoice/documents/test-support.ts'
import { environment } from '#app/environment.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import { readCode } from '#app/print/qr/test-support.ts'
import { newId } from '#db/id.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import { branch, type Given, insert } from '#tests/support/database/factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let school: School
let product: App
let admin: Browser
let clerk: Browser
beforeAll(async () => {
  school = await openSchool()
  product = await app()
  admin = await product.signedInAs(school.tenant, 'admin')
  clerk = await product.signedInAs(school.tenant, 'clerk')
})

const reported = async (given: Given<'einvoice_document'> = {}, of?: Parameters<School['bill']>[2]) => {
  const bill = await school.bill([{ price_sen: 12_000 }], {}, of)
  const row = await school.write((trx) =>
    einvoiceDocument(trx, {
      ...{ invoice_id: bill.id, number: bill.number!, branch_id: bill.branch_id },
      ...{ parent_id: bill.payer_parent_id, buyer_name: 'Aminah binti Contoh', ...given },
    }),
  )
  return { bill, row }
}
const portal = portalConfig(environment, 'sandbox').portalUrl
/** What a page says, without its tags, of which numbers have their own. */
const said = async (...of: Parameters<typeof page>) =>
  (await page(...of)).replace(/<!--.*?-->/g, '').replace(/<\/?span[^>]*>/g, '')
const ticks = (html: string) => [...html.matchAll(/<input[^>]* checked=""/g)].length
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('submitting', () => {
  test('one invoice: what lacks is told before, the button queues it, and its page says where it stands', async () => {
    const bill = await school.bill()
    expect(await page(admin, `/invoice/view/${bill.id}`)).toContain(`/einvoice/new?invoice=${bill.id}`)
    expect(await page(clerk, `/invoice/view/${bill.id}`)).not.toContain('/einvoice/new')
    const path = `/einvoice/new?invoice=${bill.id}`
    const asked = await page(admin, path)
    expect(asked).toContain(bill.number!)
    expect(asked).toContain('1 item has no fee type and is classified as 022, others.')
    expect(asked).toContain('Your organisation does not have to issue e-invoices yet.')
    const response = await admin.post('/einvoice/new', fieldsOf(asked))
    expect(response).toRedirectTo(/^\/einvoice\/view\//)
    const view = await said(admin, response.headers.get('location')!)
    expect(view).toContain(`${bill.number} is queued for MyInvois.`)
    expect(view).toContain('Waiting to be sent')
    expect(view).not.toContain('QR code of the validated')
    // who comes again is led to what is there
    expect(await admin.get(path)).toRedirectTo(response.headers.get('location')!)
    const again = await admin.post('/einvoice/new', fieldsOf(asked))
    expect(again).toRedirectTo(response.headers.get('location')!)
    expect(await page(admin, response.headers.get('location')!)).toContain('1 is already being sent')
  })

  test('several: how many, and how many of which were not', async () => {
    const [good, other] = [await school.bill(), await school.bill()]
    const valid = (await reported({ status: 'valid' })).bill
    const draft = await school.bill(undefined, { status: 'draft' })
    const sources = Object.fromEntries(
      [good, other, valid, draft].map(({ id }, index) => [`sources[${index}]`, `invoice:${id}`]),
    )
    expect(await admin.post('/einvoice/new', sources)).toRedirectTo('/einvoice')
    expect(await page(admin, '/einvoice')).toContain('2 queued, 1 is a draft, 1 is already reported.')
  })

  test('of paid ones the newest stand first; nothing is ticked until a person ticks it, or all', async () => {
    const other = await openSchool()
    const boss = await product.signedInAs(other.tenant, 'superadmin')
    const old = await other.bill(undefined, { issued_on: '2026-01-05', status: 'paid' })
    const recent = await other.bill(undefined, { issued_on: '2026-02-05', status: 'paid' })
    const offered = await page(boss, '/einvoice/new')
    expect(offered.indexOf(recent.number!)).toBeLessThan(offered.indexOf(old.number!))
    expect(ticks(offered)).toBe(0)
    expect(offered).toContain('Tick all 2')
    const ticked = await page(boss, '/einvoice/new?all=1')
    expect(ticked).not.toContain('Tick all')
    expect(ticks(ticked)).toBe(2)
  })

  test('what lacks stands beside the invoice, with the page that corrects it', async () => {
    const bill = await school.bill(undefined, {}, await school.family({ address_line1: null, city: null }))
    const asked = await page(admin, `/einvoice/new?invoice=${bill.id}`)
    expect(asked).toContain('Not complete: the parent’s address')
    expect(asked).toContain('1 cannot be sent yet, because details are missing.')
  })

  test('nothing ticked is asked for; a stranger’s invoice is not found', async () => {
    const nothing = await admin.post('/einvoice/new', {})
    expect(nothing.status).toBe(422)
    const strange = await admin.post('/einvoice/new', { 'sources[0]': `invoice:${newId()}` })
    expect(strange.status).toBe(404)
    const broken = await admin.post('/einvoice/new', { 'sources[0]': `invoice:${'-'.repeat(36)}` })
    expect(broken.status).toBe(422)
    expect((await clerk.get('/einvoice/new')).status).toBe(403)
  })

  test('before the connection is tested there is no button, but the way to the test', async () => {
    const other = await openSchool({ status: 'pending' })
    const boss = await product.signedInAs(other.tenant, 'superadmin')
    const bill = await other.bill()
    const asked = await page(boss, `/einvoice/new?invoice=${bill.id}`)
    expect(asked).toContain('Nothing can be sent until the connection test to MyInvois passes')
    expect(asked).toContain('href="/einvoice/settings"')
    expect(asked).not.toContain('Submit to MyInvois')
    const forged = await boss.post('/einvoice/new', { 'sources[0]': `invoice:${bill.id}` })
    expect(forged.status).toBe(422)
    expect(await forged.text()).toContain('until the connection test to MyInvois passes')
  })
})

describe('a refused e-invoice', () => {
  const fault = {
    ...{ step: 'Step05-Taxpayer Profile Validator', code: 'ERR206', path: null },
    text: 'NRIC/ARMY mismatch or not exist in HITS',
    text_my: 'NRIC/ARMY tidak sepadan atau tiada dalam HITS',
  }

  test('says why in our words and the portal’s, in the reader’s language, and where it is corrected', async () => {
    const { row, bill } = await reported({ status: 'invalid', faults: JSON.stringify([fault]) })
    const view = await page(admin, `/einvoice/view/${row.id}`)
    expect(view).toContain('The parent’s details')
    expect(view).toContain('NRIC/ARMY mismatch')
    expect(view).toContain(`/parent/edit/${bill.payer_parent_id}#`)
    await admin.get('/language/my?to=%2Fdashboard')
    const malay = await page(admin, `/einvoice/view/${row.id}`)
    await admin.get('/language/en?to=%2Fdashboard')
    expect(malay).toContain('NRIC/ARMY tidak sepadan')
    expect(malay).not.toContain('mismatch')
    expect(await page(admin, '/einvoice?status=to_fix')).toContain(bill.number!)
  })

  test('is sent again by a button once something has changed, and not before', async () => {
    const { row, bill } = await reported({ status: 'failed', faults: '[]' })
    const broken = { phone: '+6012' }
    const family = (values: Given<'parent'>) =>
      school.write((trx) =>
        trx.updateTable('parent').set(values).where('id', '=', bill.payer_parent_id).execute(),
      )
    await family(broken)
    const view = await page(admin, `/einvoice/view/${row.id}`)
    expect(view).toContain('It still cannot be sent')
    expect(view).not.toContain(`/einvoice/retry/${row.id}`)
    expect(await admin.post(`/einvoice/retry/${row.id}`, { version: '1' })).toRedirectTo(
      `/einvoice/view/${row.id}`,
    )
    expect(await page(admin, `/einvoice/view/${row.id}`)).toContain('cannot be sent again now')
    await family({ phone: '+60123456789' })
    expect(await page(admin, `/einvoice/view/${row.id}`)).toContain(`/einvoice/retry/${row.id}`)
    expect(await admin.post(`/einvoice/retry/${row.id}`, { version: '1' })).toRedirectTo(
      `/einvoice/view/${row.id}`,
    )
    expect(await page(admin, `/einvoice/view/${row.id}`)).toContain('Waiting to be sent')
  })

  test.each(['DV302', 'DS302'])(
    'as a duplicate (%s) names what the portal has, and has no button',
    async (code) => {
      const [mine, theirs] = ['A1'.repeat(13), 'B7'.repeat(13)]
      const text = `Duplicated submitted document with UUID ${mine} where … the document with UUID: ${theirs}`
      const step = 'Step03-Duplicated Submission Validator'
      const faults = JSON.stringify([{ ...fault, step, code, text, text_my: null }])
      const { row } = await reported({ status: 'invalid', faults })
      const view = await said(admin, `/einvoice/view/${row.id}`)
      expect(view).toContain(`Already reported as UUID ${theirs}.`)
      expect(view).toContain('it would be reported twice')
      expect(view).not.toContain(`/einvoice/retry/${row.id}`)
      expect(view).not.toContain('aria-describedby="retry-why"')
    },
  )

  test('keeps every attempt with what came back', async () => {
    const { row } = await reported({ status: 'invalid', faults: JSON.stringify([fault]) })
    await school.write(async (trx) => {
      const submission = await insert(trx, 'einvoice_submission', {
        ...{ id: newId(), environment: 'sandbox', client_key: 'key', document_count: 1, body_hash: 'b' },
        ...{ state: 'closed', correlation_id: '0HN7CORRELATION:00000025', submission_uid: 'SUBMISSION1' },
      })
      await insert(trx, 'einvoice_attempt', {
        ...{ id: newId(), submission_id: submission.id, document_id: row.id, position: 0 },
        ...{
          content_sealed: 'sealed',
          content_hash: 'a'.repeat(64),
          fingerprint: 'f',
          issued_at: new Date(),
        },
        ...{ outcome: 'invalid', faults: JSON.stringify([fault]) },
      })
    })
    const view = await said(admin, `/einvoice/view/${row.id}`)
    for (const told of ['<details', '0HN7CORRELATION:00000025', 'SUBMISSION1', 'ERR206', 'Step05'])
      expect(view).toContain(told)
  })
})

describe('a valid e-invoice', () => {
  test('has its link and code, can be cancelled for 72 hours with a reason, and says so', async () => {
    const { row, bill } = await reported({ status: 'valid', validated_at: hoursAgo(70) })
    const view = await page(admin, `/einvoice/view/${row.id}`)
    expect(view).toContain(`${portal}/${row.uuid}/share/${row.long_id}`)
    const code = view.match(
      /viewBox="0 0 (\d+) [^>]*aria-label="QR code of the validated e-invoice".*?evenodd" d="([^"]+)"/s,
    )!
    expect(readCode(Number(code[1]), code[2]!)).toBe(`${portal}/${row.uuid}/share/${row.long_id}`)
    expect(view).toMatch(/1 hour \d+ minutes left|2 hours left/)
    const path = `/einvoice/cancel/${row.id}`
    const short = await admin.post(path, { ...fieldsOf(await page(admin, path)), reason: 'salah' })
    expect(short.status).toBe(422)
    const done = await admin.post(path, { ...fieldsOf(await page(admin, path)), reason: 'Dibilkan dua kali' })
    expect(done).toRedirectTo(`/einvoice/view/${row.id}`)
    const now = await said(admin, `/einvoice/view/${row.id}`)
    expect(now).toContain(`MyInvois has been asked to cancel ${bill.number}.`)
    expect(now).toContain('Being cancelled')
    expect(await admin.get(path)).toRedirectTo(`/einvoice/view/${row.id}`)
    expect((await clerk.get(path)).status).toBe(403)
  })

  test('is final after 72 hours: a credit note is offered, for it and for its invoice', async () => {
    const { row, bill } = await reported({ status: 'valid', validated_at: hoursAgo(73) })
    const view = await page(admin, `/einvoice/view/${row.id}`)
    expect(view).toContain('The 72 hours for cancellation are over. Issue a credit note instead.')
    expect(view).toContain(`/credit-note/new/${bill.id}`)
    expect(view).not.toContain(`/einvoice/cancel/${row.id}`)
    const cancel = await page(admin, `/invoice/cancel/${bill.id}`)
    expect(cancel).toContain('can no longer be cancelled at MyInvois')
    const amend = `/invoice/amend/${bill.id}`
    const fields = {
      ...fieldsOf(await page(admin, amend)),
      'items[0].price': '1.00',
      reason: 'Tersilap harga',
    }
    const refused = await admin.post(amend, fields)
    expect(refused.status).toBe(422)
    const told = await refused.text()
    expect(told).toContain('is in an e-invoice')
    expect(told).toContain(`/einvoice/view/${row.id}`)
  })
})

describe('who sees what', () => {
  test('a branch its own, and a stranger’s is not found', async () => {
    const far = await school.write((trx) => branch(trx))
    const { row, bill } = await reported({}, await school.family({}, far.id))
    const found = `/einvoice?q=${bill.number}`
    expect(await page(admin, found)).toContain(`/einvoice/view/${row.id}`)
    expect(await page(clerk, found)).not.toContain(`/einvoice/view/${row.id}`)
    for (const id of [row.id, newId(), 'none']) await page(clerk, `/einvoice/view/${id}`, 404)
    const other = await openSchool()
    const elsewhere = await product.signedInAs(other.tenant, 'admin')
    await page(elsewhere, `/einvoice/view/${row.id}`, 404)
  })

  test('a family its own once they are valid, and nothing of what went before', async () => {
    const parent = await product.signedInAs(school.tenant, 'parent')
    const { parent_id } = await school.tenant.actor('parent')
    const of = { ...(await school.family()), parent_id: parent_id! }
    const [waits, valid] = [await reported({}, of), await reported({ status: 'valid' }, of)]
    const foreign = await reported({ status: 'valid' })
    const list = await page(parent, '/einvoice')
    expect(list).toContain(valid.bill.number!)
    for (const { bill } of [waits, foreign]) expect(list).not.toContain(bill.number!)
    const view = await page(parent, `/einvoice/view/${valid.row.id}`)
    expect(view).toContain(`${portal}/${valid.row.uuid}/share/`)
    expect(view).not.toContain('History')
    for (const { row } of [waits, foreign]) await page(parent, `/einvoice/view/${row.id}`, 404)
    expect(await page(parent, `/invoice/view/${valid.bill.id}`)).toContain(valid.row.uuid!)
    expect(await page(parent, `/invoice/view/${waits.bill.id}`)).not.toContain('Waiting to be sent')
  })

  test('anybody with the link of an invoice its valid e-invoice, and no other', async () => {
    const guest = product.visitor(school.tenant)
    const shown = async (given: Given<'einvoice_document'>) => {
      const { bill, row } = await reported(given)
      const html = await page(guest, `/invoice/status/${bill.public_code}`)
      return { html, row }
    }
    const valid = await shown({ status: 'valid' })
    expect(valid.html).toContain(`${portal}/${valid.row.uuid}/share/${valid.row.long_id}`)
    expect(valid.html).toContain('QR code of the validated e-invoice')
    expect(valid.html).not.toContain('/einvoice/view/')
    for (const status of ['queued', 'processing', 'invalid', 'failed', 'cancelled'])
      expect((await shown({ status })).html).not.toMatch(/E-invoice|MyInvois/)
  })
})
