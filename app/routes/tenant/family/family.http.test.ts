import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import { aClass, child, siblings } from '#tests/support/billing/cases.ts'
import {
  branch,
  enrolment,
  insert,
  next,
  parent,
  student,
  subject,
} from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

describe('families', () => {
  const today = currentDay()
  let tenant: Tenant
  let product: App
  let clerk: Browser

  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
    clerk = await product.signedInAs(tenant, 'clerk')
  })

  /** A parent who pays for two children, with an invoice each; the one that is due first comes first. */
  async function family(branch_id = tenant.branch.id) {
    return tenant.write(async (trx) => {
      const payer = await parent(trx, { name: `Puan <Salmah> ${next()}` })
      const children = []
      const bills = []
      for (const [index, sen] of [12_000, 8_000].entries()) {
        const child = await student(trx, { branch_id, name: `Anak ${next()}` }, { payer })
        children.push(child)
        const due = { issued_on: today, due_on: addDays(today, 10 + index) }
        const about = { payer_parent_id: payer.id, student_id: child.id, branch_id, ...due }
        bills.push(await invoice(trx, about, [{ price_sen: sen }]))
      }
      return { payer, children, bills, path: `/family/view/${payer.id}` }
    })
  }

  const payPath = ({ payer, bills }: Awaited<ReturnType<typeof family>>) =>
    `/family/pay/${payer.id}?${bills.map(({ id }) => `invoice=${id}`).join('&')}`

  const paymentsOf = (payer_parent_id: string) =>
    tenant.read((db) =>
      db.selectFrom('payment').selectAll().where('payer_parent_id', '=', payer_parent_id).execute(),
    )

  describe('the search', () => {
    test('opens the only family that is found, shows several, and says when there is none', async () => {
      const one = await family()
      const other = await family()
      expect(await clerk.get(`/family?q=${one.payer.family_code}`)).toRedirectTo(one.path)
      const html = await page(clerk, '/family?q=Salmah')
      for (const { path } of [one, other]) expect(html).toContain(path)
      expect(html).toContain('Puan &lt;Salmah&gt;')
      expect(html).toContain('RM200.00')
      const admin = await product.signedInAs(tenant, 'admin')
      expect(await page(admin, '/family?q=nobodysname')).toContain('No family found')
      const seen = `You see ${tenant.branch.name} only`
      expect(await page(clerk, '/family?q=nobodysname')).toContain(seen)
      expect(await page(clerk, '/family?q=x')).toContain('at least two letters')
    })

    test('is in the header and in the menu of who works at the counter', async () => {
      const html = await page(clerk, '/dashboard')
      expect(html).toContain('<form class="header-search" role="search" action="/search">')
      const one = await family()
      expect(await clerk.get(`/search?q=${one.payer.family_code}`)).toRedirectTo(one.path)
      expect(html).toContain('href="/family"')
      const parentsPage = await page(await product.signedInAs(tenant, 'parent'), '/dashboard')
      expect(parentsPage).not.toMatch(/(href|action)="\/(family|search)"/)
    })

    test('is led to from a student, a parent, an invoice and a payment', async () => {
      const { payer, children, bills, path } = await family()
      const { response } = await pay({ payer, children, bills, path })
      for (const from of [
        `/student/view/${children[0]!.id}`,
        `/parent/view/${payer.id}`,
        `/invoice/view/${bills[0]!.id}`,
        response.headers.get('location')!,
      ])
        expect(await page(clerk, from), from).toContain(`href="${path}"`)
    })
  })

  describe('the page of a family', () => {
    test('has its children with their classes, its parents, its balance and its open invoices', async () => {
      const one = await family()
      const [child] = one.children
      await tenant.write(async (trx) => {
        const { id: subject_id } = await subject(trx, { name: 'Matematik & Sains' })
        await enrolment(trx, { student_id: child!.id, subject_id, status: 'paused' })
        const mother = await parent(trx, { name: 'Ibu Kedua', phone: '+60123456789' })
        await insert(trx, 'student_parent', {
          ...{ student_id: child!.id, parent_id: mother.id, relationship: 'mother' },
        })
      })
      const html = await page(clerk, one.path)
      for (const part of [
        child!.name,
        'Matematik &amp; Sains',
        'RM200.00',
        `/student/enrol/${child!.id}`,
        'href="tel:+60123456789"',
        'https://wa.me/60123456789',
        'Ibu Kedua',
        one.payer.family_code,
        `aria-label="Pay ${one.bills[0]!.number}" checked="" value="${one.bills[0]!.id}"`,
      ])
        expect(html, part).toContain(part)
    })

    test('tells who changed what to who may read the audit log, and nothing of it to a clerk', async () => {
      const { path } = await family()
      await clerk.post(path.replace('view', 'note'), { body: 'Datang esok' })
      expect(await page(clerk, path)).not.toContain('Who changed what')
      const admin = await product.signedInAs(tenant, 'admin')
      expect(await page(admin, path)).toMatch(/Who changed what[\s\S]*Note on a family written/)
    })

    test.each(['class-admin', 'class-assistant', 'trainer', 'parent'] as const)(
      'is closed to %s',
      async (role) => {
        const { path, payer, bills } = await family()
        const browser = await product.signedInAs(tenant, role)
        for (const to of [
          '/family',
          '/family?q=Salmah',
          path,
          payPath({ payer, bills, path, children: [] }),
        ]) {
          const html = await page(browser, to, 403)
          expect(html).not.toMatch(/Salmah&gt;|RM\d/)
        }
      },
    )

    test('of another branch, of nobody or of another organisation is not there', async () => {
      const far = await tenant.write((trx) => branch(trx))
      const { path } = await family(far.id)
      await page(clerk, path, 404)
      await page(clerk, `/family/view/${newId()}`, 404)
      const other = await freshTenant()
      const stranger = await other.write((trx) => parent(trx))
      const admin = await product.signedInAs(tenant, 'admin')
      await page(admin, path)
      await page(admin, `/family/view/${stranger.id}`, 404)
    })
  })

  /** Posts the form of the page as it stands, but for what is given. */
  async function pay(one: Awaited<ReturnType<typeof family>>, given: Record<string, string> = {}) {
    const path = payPath(one)
    const fields = { ...fieldsOf(await page(clerk, path)), method: 'cash', ...given }
    return { fields, response: await clerk.post(path, fields) }
  }

  describe('several invoices are paid at once', () => {
    test('with one payment, one receipt and a part for each, however often the form is sent', async () => {
      const one = await family()
      const { fields, response } = await pay(one)
      expect(fields).toMatchObject({
        amount: '200.00',
        'lines[0].amount': '120.00',
        'lines[1].amount': '80.00',
      })
      expect(response).toRedirectTo(/^\/payment\/view\//)
      const again = await clerk.post(payPath(one), fields)
      expect(again).toRedirectTo(response.headers.get('location')!)
      const [payment, ...others] = await paymentsOf(one.payer.id)
      expect(others).toEqual([])
      expect(payment).toMatchObject({ amount_sen: 20_000, method: 'cash', payer_parent_id: one.payer.id })
      const html = await page(clerk, response.headers.get('location')!)
      for (const { number } of one.bills) expect(html).toContain(number)
      expect(await page(clerk, one.path)).toContain('Everything is paid')
      expect(await tenant.read(imbalance)).toEqual({})
    })

    test('a smaller sum goes to the oldest first, and can be shared out otherwise', async () => {
      const one = await family()
      const fields = fieldsOf(await page(clerk, `${payPath(one)}&amount=130`))
      expect(fields).toMatchObject({
        amount: '130.00',
        'lines[0].amount': '120.00',
        'lines[1].amount': '10.00',
      })
      const shared = { ...fields, method: 'cash', 'lines[0].amount': '50', 'lines[1].amount': '80' }
      expect(await clerk.post(payPath(one), shared)).toRedirectTo(/^\/payment\/view\//)
      const open = await tenant.read((db) =>
        db
          .selectFrom('invoice')
          .select(['status', 'balance_sen'])
          .where('payer_parent_id', '=', one.payer.id)
          .orderBy('due_on')
          .execute(),
      )
      expect(open).toEqual([
        { status: 'unpaid', balance_sen: 7_000 },
        { status: 'paid', balance_sen: 0 },
      ])
    })

    test('more than is owed is asked about first, and then kept as credit', async () => {
      const one = await family()
      const { fields, response } = await pay(one, { amount: '205' })
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(html).toContain('RM5.00 is left over')
      expect(fieldsOf(html)).toMatchObject({ amount: '205', 'lines[0].amount': '120.00' })
      expect(html).toContain('name="keep_rest"')
      const answer = await clerk.post(payPath(one), { ...fields, keep_rest: 'on' })
      expect(answer).toRedirectTo(/^\/payment\/view\//)
      expect(await page(clerk, one.path)).toContain('-RM5.00')
    })

    test('one that was paid meanwhile is named, and nothing that was typed is lost', async () => {
      const one = await family()
      const path = payPath(one)
      const fields = { ...fieldsOf(await page(clerk, path)), method: 'cash', remark: 'Di kaunter' }
      const [first] = one.bills
      const single = fieldsOf(await page(clerk, `/invoice/pay/${first!.id}`))
      await clerk.post(`/invoice/pay/${first!.id}`, { ...single, method: 'cash' })
      const answer = await clerk.post(path, fields)
      expect(answer.status).toBe(409)
      const html = await answer.text()
      expect(html).toContain(`${first!.number} is no longer open`)
      expect(fieldsOf(html)).toMatchObject({ remark: 'Di kaunter', 'lines[1].amount': '80.00' })
      const next = { ...fieldsOf(html), method: 'cash', amount: '80' }
      expect(await clerk.post(path, next)).toRedirectTo(/^\/payment\/view\//)
      expect(await paymentsOf(one.payer.id)).toHaveLength(2)
    })

    test('never one of another family, and nothing is taken', async () => {
      const [one, other] = [await family(), await family()]
      const mixed = `/family/pay/${one.payer.id}?invoice=${other.bills[0]!.id}`
      await page(clerk, mixed, 404)
      const fields = {
        ...fieldsOf(await page(clerk, payPath(one))),
        ...{ method: 'cash', 'lines[1].invoice_id': other.bills[0]!.id },
      }
      expect((await clerk.post(payPath(one), fields)).status).toBe(404)
      expect(await paymentsOf(one.payer.id)).toEqual([])
      await page(clerk, `/family/pay/${one.payer.id}?invoice=nonsense`, 404)
    })

    test('without a choice all that is open is offered, and of a family that owes nothing it says so', async () => {
      const one = await family()
      const all = await clerk.get(`/family/pay/${one.payer.id}`)
      expect(all).toRedirectTo(payPath(one))
      await pay(one)
      expect(await page(clerk, `/family/pay/${one.payer.id}`)).toContain('This family has nothing to pay.')
    })
  })
})

describe('notes and files', () => {
  let tenant: Tenant
  let product: App
  let clerk: Browser

  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
    clerk = await product.signedInAs(tenant, 'clerk')
  })

  async function family() {
    const payer = await tenant.write(async (trx) => {
      const row = await parent(trx)
      await student(trx, { branch_id: tenant.branch.id }, { payer: row })
      return row
    })
    return { payer, path: `/family/view/${payer.id}` }
  }

  describe('notes', () => {
    test('are written and struck out, stay to be read, and are never shown to parents', async () => {
      const { payer, path } = await family()
      const to = `/family/note/${payer.id}`
      expect((await clerk.post(to, { body: ' ' })).status).toBe(422)
      const form_key = newId()
      const body = 'Minta tangguh <sampai> hujung bulan'
      for (const _ of [1, 2]) expect(await clerk.post(to, { body, form_key })).toRedirectTo(`${path}#notes`)
      const html = await page(clerk, path)
      expect(html.split('Minta tangguh &lt;sampai&gt;')).toHaveLength(2)
      const strike = /\/family\/note\/strike\/[\w-]+/.exec(html)![0]
      for (const _ of [1, 2]) expect(await clerk.post(strike)).toRedirectTo(`${path}#notes`)
      expect(await page(clerk, path)).toMatch(/<s>.*Minta tangguh[\s\S]*Struck out by/)
      const entries = await tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .selectAll()
          .where('object_id', '=', payer.id)
          .orderBy('position')
          .execute(),
      )
      expect(entries.map(({ action }) => action)).toEqual(['parent.note_written', 'parent.note_struck'])
      expect(JSON.stringify(entries)).not.toContain('tangguh')
      const account = await product.signedInAs(tenant, 'parent')
      const [{ parent_id }, writer] = [await tenant.actor('parent'), await tenant.actor('clerk')]
      const note = { id: newId(), parent_id: parent_id!, body: 'RAHSIA', created_by: writer.id! }
      await tenant.write((trx) => insert(trx, 'family_note', note))
      for (const at of ['/dashboard', `/parent/view/${parent_id}`, '/profile'])
        expect(await page(account, at)).not.toContain('RAHSIA')
    })

    test('the database keeps them from being rewritten', async () => {
      const { payer } = await family()
      await clerk.post(`/family/note/${payer.id}`, { body: 'Seperti ditulis' })
      await expect(
        tenant.write((trx) => trx.updateTable('family_note').set({ body: 'Lain' }).execute()),
      ).rejects.toMatchObject({ code: '42501' })
      await expect(tenant.write((trx) => trx.deleteFrom('family_note').execute())).rejects.toMatchObject({
        code: '42501',
      })
    })
  })

  describe('files', () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF\n')
    const send = (payer_id: string, bytes: Buffer, name: string, more: Record<string, string> = {}) => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], name, { type: 'text/html' }))
      for (const [key, value] of Object.entries(more)) form.set(key, value)
      return clerk.post(`/family/file/${payer_id}`, form)
    }
    const kept = (parent_id: string) =>
      tenant.read((db) =>
        db.selectFrom('family_file').selectAll().where('parent_id', '=', parent_id).execute(),
      )

    test('a PDF is kept as it is, and given back only as an attachment under a safe name', async () => {
      const { payer, path } = await family()
      const name = 'Surat "ibu"\r\n/../ 家.pdf'
      const form_key = newId()
      for (const _ of [1, 2])
        expect(await send(payer.id, pdf, name, { form_key })).toRedirectTo(`${path}#files`)
      const [row, ...others] = await kept(payer.id)
      expect(others).toEqual([])
      expect(row).toMatchObject({ content_type: 'application/pdf', size_bytes: pdf.length })
      const answer = await clerk.get(`/family/file/get/${row!.id}`)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
      const said = answer.headers.get('content-disposition')!
      expect(said).toMatch(/^attachment; filename="[\w. -]+\.pdf"; filename\*=UTF-8''[\w.%~-]+\.pdf$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('cache-control')).toContain('no-store')
    })

    test('a picture is drawn anew, whatever it is called, without what the camera wrote', async () => {
      const { payer } = await family()
      const photo = await sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: '#fa0' } })
        .jpeg()
        .withExif({ IFD0: { Copyright: 'SECRET-CAMERA' } })
        .toBuffer()
      await send(payer.id, photo, 'kad.html', { name: 'Kad pengenalan' })
      const [row] = await kept(payer.id)
      expect(row).toMatchObject({ content_type: 'image/jpeg', name: 'Kad pengenalan' })
      const answer = await clerk.get(`/family/file/get/${row!.id}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.includes('SECRET-CAMERA')).toBe(false)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2_200, height: 733 })
      expect(answer.headers.get('content-disposition')).toContain('Kad pengenalan.jpg')
    })

    test('each stands with its kind, its size and who put it there', async () => {
      const { payer, path } = await family()
      const photo = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#fa0' } })
        .png()
        .toBuffer()
      await send(payer.id, photo, 'kad.png', { name: 'Kad pengenalan' })
      await send(payer.id, pdf, 'surat.pdf', { name: 'Surat' })
      const html = await page(clerk, path)
      expect(html).toMatch(/Kad pengenalan[^A-Z]*<p[^>]*>Picture, 1 kB, /)
      expect(html).toMatch(/Surat[^A-Z]*<p[^>]*>PDF, 1 kB, /)
    })

    test.each([
      ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'surat.pdf'],
      ['a program', Buffer.from('MZ\x90\x00'), 'gambar.png'],
      ['a PDF that is cut off', Buffer.from('%PDF-1.4\n1 0 obj'), 'surat.pdf'],
      ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'gambar.svg'],
      ['nothing', Buffer.alloc(0), 'kosong.pdf'],
    ])('%s is refused, whatever it is called', async (_, bytes, name) => {
      const { payer } = await family()
      const answer = await send(payer.id, bytes, name)
      expect(answer.status).toBe(422)
      expect(await answer.text()).toMatch(/PDF, a JPEG or a PNG|required|Please/)
      expect(await kept(payer.id)).toEqual([])
    })

    test('more than five megabytes is refused', async () => {
      const { payer } = await family()
      const answer = await send(payer.id, Buffer.concat([pdf, Buffer.alloc(5_000_001)]), 'besar.pdf')
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('too big')
      expect((await send(payer.id, Buffer.alloc(7_000_000), 'besar.pdf')).status).toBe(413)
    })

    test('one that is removed says that it was there, and is gone; a clerk may not', async () => {
      const { payer, path } = await family()
      await send(payer.id, pdf, 'Surat.pdf')
      const [row] = await kept(payer.id)
      const to = `/family/file/remove/${row!.id}`
      expect((await clerk.post(to)).status).toBe(403)
      const admin = await product.signedInAs(tenant, 'admin')
      for (const _ of [1, 2]) expect(await admin.post(to)).toRedirectTo(`${path}#files`)
      expect((await clerk.get(`/family/file/get/${row!.id}`)).status).toBe(404)
      expect(await page(clerk, path)).toMatch(/<s>Surat<\/s>[\s\S]*Removed by/)
    })
  })
})

describe('contacts', () => {
  let tenant: Tenant
  let product: App
  let clerk: Browser

  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
    clerk = await product.signedInAs(tenant, 'clerk')
  })

  async function family() {
    const payer = await tenant.write(async (trx) => {
      const row = await parent(trx)
      await student(trx, { branch_id: tenant.branch.id }, { payer: row })
      return row
    })
    return { id: payer.id, view: `/family/view/${payer.id}`, to: `/family/contact/${payer.id}` }
  }

  test('a contact is written once, told on the page of the family and in the log, and never changed', async () => {
    const { id, view, to } = await family()
    const html = await page(clerk, to)
    const contacted_on = /name="contacted_on"[^>]*value="([\d-]+)"/.exec(html)![1]!
    const given = { contacted_on, channel: 'whatsapp', said: 'Gaji <lewat>', form_key: newId() }
    const wrong = await clerk.post(to, { ...given, promised: '100' })
    expect(wrong.status).toBe(422)
    const again = await wrong.text()
    expect(again).toContain('Give both the amount and the day')
    expect(again).toContain('Gaji &lt;lewat&gt;')
    const whole = {
      ...given,
      ...{ promised: '100', promised_on: contacted_on, next_step: 'Telefon ibu', next_on: contacted_on },
    }
    for (const _ of [1, 2]) expect(await clerk.post(to, whole)).toRedirectTo(view)
    const told = await page(clerk, view)
    expect(told).toMatch(/Promised: RM100\.00 by/)
    expect(told).toContain('Telefon ibu')
    expect((await page(clerk, to)).split('Gaji &lt;lewat&gt;')).toHaveLength(2)
    const entries = await tenant.read((db) =>
      db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute(),
    )
    expect(entries.map(({ action }) => action)).toEqual(['parent.contact_written'])
    expect(JSON.stringify(entries)).not.toContain('Gaji')
    for (const verb of [
      (trx: Parameters<Parameters<Tenant['write']>[0]>[0]) =>
        trx.updateTable('family_contact').set({ said: 'Lain' }).execute(),
      (trx: Parameters<Parameters<Tenant['write']>[0]>[0]) => trx.deleteFrom('family_contact').execute(),
    ])
      await expect(tenant.write<unknown>(verb)).rejects.toMatchObject({ code: '42501' })
  })

  test('a parent never reads what was said with them', async () => {
    const account = await product.signedInAs(tenant, 'parent')
    const [{ parent_id }, writer] = [await tenant.actor('parent'), await tenant.actor('clerk')]
    await tenant.write((trx) =>
      insert(trx, 'family_contact', {
        ...{ id: newId(), parent_id: parent_id!, contacted_on: '2026-01-01', channel: 'met' },
        ...{ said: 'RAHSIA', created_by: writer.id! },
      }),
    )
    for (const at of ['/dashboard', `/parent/view/${parent_id}`, '/profile'])
      expect(await page(account, at)).not.toContain('RAHSIA')
    expect((await account.get(`/family/contact/${parent_id}`)).status).not.toBe(200)
  })
})

describe('statements', () => {
  const days = '?from=2026-01-01&to=2026-02-28'
  let tenant: Tenant
  let product: App
  let clerk: Browser
  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
    clerk = await product.signedInAs(tenant, 'clerk')
  })

  const family = (email: string | null) =>
    tenant.write(async (trx) => {
      const payer = await parent(trx, { email })
      const pupil = await student(trx, { branch_id: tenant.branch.id }, { payer })
      await invoice(trx, { student_id: pupil.id, payer_parent_id: payer.id, branch_id: tenant.branch.id })
      return payer
    })

  describe('the statement of a family', () => {
    test('is mailed from its page, over the days that it shows, and made as a PDF', async () => {
      const { id } = await family('ibu@family.test')
      const path = `/family/statement/${id}${days}`
      const send = `/family/statement/send/${id}${days}`
      expect(await page(clerk, path)).toContain(send.replace('&', '&amp;'))
      expect(await clerk.post(send)).toRedirectTo(path)
      expect(await page(clerk, path)).toContain('ibu@family.test')
      const span = { from: '2026-01-01', to: '2026-02-28' }
      await expect(tenant).toHaveEnqueued('statement.send', { parent_id: id, ...span })
      const asked = await clerk.get(`/family/statement/download/${id}${days}`)
      expect(asked.headers.get('location')).toMatch(/^\/document\//)
      expect(await page(clerk, asked.headers.get('location')!)).toContain(path.replace('&', '&amp;'))
      const supervisor = await product.signedInAs(tenant, 'supervisor')
      expect((await supervisor.get(asked.headers.get('location')!)).status).toBe(200)
      const stranger = await product.signedInAs(tenant, 'parent')
      expect((await stranger.get(asked.headers.get('location')!)).status).toBe(404)
    })

    test('leads to its papers, and says what is wrong with a day, which stays as it was typed', async () => {
      const { id } = await family(null)
      expect(await page(clerk, `/family/statement/${id}?from=2020-01-01`)).toMatch(
        /href="\/invoice\/view\/[^"]+"/,
      )
      const odd = await page(clerk, `/family/statement/${id}?from=2026-02-30&to=2026-03-01`)
      expect(odd).toContain('value="2026-02-30"')
      expect(odd).toContain('aria-invalid="true"')
      const turned = await page(clerk, `/family/statement/${id}?from=2026-03-02&to=2026-03-01`)
      expect(turned).toContain('id="filter-to-error"')
    })

    test('is mailed to themselves by who pays, and offered to nobody without an address', async () => {
      const own = await tenant.actor('parent')
      const account = await product.signedInAs(tenant, 'parent')
      const html = await page(account, `/family/statement/${own.parent_id}${days}`)
      expect(html).toContain('Send to me')
      const { id } = await family(null)
      expect(await page(clerk, `/family/statement/${id}${days}`)).not.toContain('/family/statement/send/')
      expect(await clerk.post(`/family/statement/send/${id}${days}`)).toRedirectTo(
        `/family/statement/${id}${days}`,
      )
      await expect(tenant).not.toHaveEnqueued('statement.send', { parent_id: id })
    })
  })

  test('the page of a student says as which child they count and after whom, to the office and without an amount', async () => {
    const { second, cousin } = await tenant.write(async (trx) => {
      await siblings(trx)
      const { subject_id } = await aClass(trx, { starts_on: '2020-01-01' })
      const [one, two] = [await parent(trx), await parent(trx)]
      const at = { branch_id: tenant.branch.id, seat: { starts_on: '2020-01-05' } }
      await child(trx, 'Kakak Aina', one, subject_id, { registered_on: '2021-01-01', ...at })
      const second = await child(trx, 'Adik Bahri', one, subject_id, { registered_on: '2021-02-01', ...at })
      const cousin = await child(trx, 'Sepupu Citra', two, subject_id, { registered_on: '2021-03-01', ...at })
      const by = (await tenant.actor('admin')).id
      const reason = 'Tinggal serumah dengan nenek'
      await insert(trx, 'joined_family', { parent_id: two.id, joined_to_id: one.id, reason, created_by: by })
      return { second, cousin }
    })
    const told = await page(clerk, `/student/view/${second.id}`)
    expect(told).toContain('Counts as child 2 of 3')
    expect(told).toContain('Registered later than Kakak Aina: on 1 Feb 2021.')
    expect(await page(clerk, `/student/view/${cousin.id}`)).toContain('Counts as child 3 of 3')
    const classAdmin = await product.signedInAs(tenant, 'class-admin')
    expect(await page(classAdmin, `/student/view/${second.id}`)).not.toContain('Counts as child')
  })
})
