import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
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
    expect(await page(clerk, '/family?q=nobodysname')).toContain('No family found')
    expect(await page(clerk, '/family?q=x')).toContain('at least two letters')
  })

  test('stands on the dashboard of who works at the counter, and in the menu', async () => {
    const html = await page(clerk, '/dashboard')
    expect(html).toMatch(/<form class="search" action="\/family">/)
    expect(html).toContain('href="/family"')
    const parentsPage = await page(await product.signedInAs(tenant, 'parent'), '/dashboard')
    expect(parentsPage).not.toMatch(/(href|action)="\/family"/)
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
      for (const to of ['/family', '/family?q=Salmah', path, payPath({ payer, bills, path, children: [] })]) {
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
    expect(await page(clerk, `/family/pay/${one.payer.id}`)).toContain('Nothing of this family')
  })
})
