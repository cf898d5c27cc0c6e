import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { enrolment, next, parent, student, subject, subjectFee } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf, intent } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'
import { newId } from '#db/id.ts'

describe('invoices', () => {
  const today = currentDay()
  let tenant: Tenant
  let product: App
  let clerk: Browser

  beforeAll(async () => {
    tenant = await freshTenant()
    product = await app()
    clerk = await product.signedInAs(tenant, 'clerk')
  })

  const idIn = (response: Response) => response.headers.get('location')!.split('/').at(-1)!

  async function pupil() {
    return tenant.write(async (trx) => {
      const email = `ibu-${next()}@family.test`
      const payer = await parent(trx, { email })
      const row = await student(trx, { branch_id: tenant.branch.id, name: 'Nurul <Izzah>' }, { payer })
      const { id: subject_id } = await subject(trx, { name: 'Matematik & Sains' })
      await enrolment(trx, { student_id: row.id, subject_id })
      await subjectFee(trx, { subject_id, amount_sen: 12_050 })
      return { ...row, email }
    })
  }

  /** An invoice of the clerk's branch that is due soon. */
  const own = (given: Parameters<typeof invoice>[1] = {}) =>
    tenant.write((trx) =>
      invoice(trx, {
        branch_id: tenant.branch.id,
        due_on: addDays(today, 10),
        ...(given.status === 'draft' ? {} : { issued_on: today }),
        ...given,
      }),
    )

  test('the list shows the total of a draft where a phone has room for one amount', async () => {
    const draft = await own({ status: 'draft' })
    const html = await page(clerk, '/invoice?status=draft')
    const row = html.split('<tr').find((one) => one.includes(draft.id)) ?? ''
    expect(draft.total_sen).toBeGreaterThan(0)
    expect(/<td class="figure much"[^>]*>(.*?)</.exec(row)?.[1]).toBe(formatRinggit(draft.total_sen))
  })

  describe('a new invoice', () => {
    test('of an organisation without students leads to adding the first one', async () => {
      const empty = await freshTenant()
      const add = 'href="/student/new"'
      expect(await page(await product.signedInAs(empty, 'clerk'), '/invoice/new')).toContain(add)
      const admin = await page(await product.signedInAs(empty, 'admin'), '/invoice/new')
      expect(admin).toContain(add)
      expect(admin).toContain('href="/import/new"')
    })

    test('is for a student who is looked up first', async () => {
      const { id, student_no } = await pupil()
      const html = await page(clerk, `/invoice/new?q=${student_no}`)
      expect(html).toContain(`/invoice/new?student_id=${id}`)
      expect(html).toContain('Nurul &lt;Izzah&gt;')
    })

    test('begins with the lines that the student’s classes suggest', async () => {
      const { id } = await pupil()
      const fields = fieldsOf(await page(clerk, `/invoice/new?student_id=${id}`))
      expect(fields).toMatchObject({ 'items[0].quantity': '1', 'items[0].price': '120.50' })
      expect(fields['items[0].description']).toMatch(/^Matematik & Sains, /)
      expect(fields.due_on! > today).toBe(true)
    })

    test('is like another one of the student, whose periods are not billed again', async () => {
      const child = await pupil()
      const path = `/invoice/new?student_id=${child.id}`
      const first = fieldsOf(await page(clerk, path))
      expect(first['items[0].subject_fee_id']).toMatch(/-/)
      const view = (await clerk.post(path, { ...first, step: 'draft' })).headers.get('location')!
      const copy = `${path}&copy=${view.split('/').at(-1)}`
      const { form_key: _, ...fields } = fieldsOf(await page(clerk, copy))
      expect(fields).toMatchObject({ 'items[0].price': '120.50', 'items[0].quantity': '1' })
      expect(fields['items[0].subject_fee_id']).toBeUndefined()
      const again = await clerk.post(copy, { ...fields, step: 'draft' })
      expect(again.status).toBe(302)
      expect(again.headers.get('location')).not.toBe(view)
      const other = await pupil()
      await page(clerk, copy.replace(child.id, other.id), 404)
      const issued = await own()
      const offered = `/invoice/new?student_id=${issued.student_id}&amp;copy=${issued.id}`
      expect(await page(clerk, `/invoice/view/${issued.id}`)).toContain(offered)
    })

    test('with a text in the place of its lines is refused with the form as it was', async () => {
      const { id } = await pupil()
      const path = `/invoice/new?student_id=${id}`
      const typed = { due_on: addDays(today, 7), remark: 'Terima kasih', step: 'draft', items: 'NaN' }
      const answer = await clerk.post(path, typed)
      expect(answer.status).toBe(422)
      expect(fieldsOf(await answer.text())).toMatchObject({ remark: 'Terima kasih' })
    })

    test('gains and loses lines and is added up without a script, and nothing typed is lost', async () => {
      const { id } = await pupil()
      const path = `/invoice/new?student_id=${id}`
      const first = await page(clerk, path)
      const typed = { ...fieldsOf(first), remark: 'Terima kasih', 'items[0].price': '100', step: '' }
      const { step: _, ...kept } = typed
      const added = await clerk.post(path, { ...kept, __intent__: intent(first, 'insert') })
      expect(added.status).toBe(200)
      const second = await added.text()
      expect(fieldsOf(second)).toMatchObject({
        remark: 'Terima kasih',
        'items[0].price': '100',
        'items[1].quantity': '1',
      })
      const filled = { ...fieldsOf(second), 'items[1].description': 'Buku', 'items[1].price': '20.05' }
      delete (filled as Record<string, string>).step
      const summed = await clerk.post(path, { ...filled, __intent__: intent(second, 'validate') })
      const third = await summed.text()
      expect(third).toContain('RM120.05')
      const removed = await clerk.post(path, { ...filled, __intent__: intent(third, 'remove') })
      const fourth = fieldsOf(await removed.text())
      expect(fourth).toMatchObject({ 'items[0].description': 'Buku', remark: 'Terima kasih' })
      expect(fourth).not.toHaveProperty('items[1].description')
    })

    test('with mistakes comes back as it was, each said beside its field', async () => {
      const { id } = await pupil()
      const path = `/invoice/new?student_id=${id}`
      const fields = {
        ...fieldsOf(await page(clerk, path)),
        'items[0].price': 'abc',
        due_on: '2026-02-31',
        step: 'issue',
      }
      const response = await clerk.post(path, fields)
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(fieldsOf(html)).toMatchObject({ 'items[0].price': 'abc', due_on: '2026-02-31' })
      expect(html).toContain('Please give an amount in ringgit')
      expect(html).toContain('Please give a date that exists as day/month/year')
      expect(html).toMatch(
        /aria-invalid="true"[^>]*name="items\[0\]\.price"|name="items\[0\]\.price"[^>]*aria-invalid="true"/,
      )
    })

    test('leads on to a last look that says the sum and who is mailed, and is issued there once', async () => {
      const { id, email } = await pupil()
      const path = `/invoice/new?student_id=${id}`
      const fields = { ...fieldsOf(await page(clerk, path)), step: 'issue' }
      const [one, two] = await Promise.all([clerk.post(path, fields), clerk.post(path, fields)])
      expect(one).toRedirectTo(/^\/invoice\/issue\//)
      expect(idIn(two)).toBe(idIn(one))
      const last = await page(clerk, `/invoice/issue/${idIn(one)}`)
      for (const words of ['RM120.50', email, 'Issue without e-mailing']) expect(last).toContain(words)
      expect(await page(clerk, `/invoice/view/${idIn(one)}`)).toContain('Draft')
      await expect(tenant).not.toHaveEnqueued('invoice.send', { invoice_id: idIn(one) })
      const form = fieldsOf(last)
      expect(last).toMatch(/value="mail"[^>]* checked|checked[^>]* value="mail"/)
      const sent = { ...form, send: 'mail' }
      const issued = await Promise.all([1, 2].map(() => clerk.post(`/invoice/issue/${idIn(one)}`, sent)))
      for (const answer of issued) expect(answer).toRedirectTo(`/invoice/view/${idIn(one)}`)
      const html = await page(clerk, `/invoice/view/${idIn(one)}`)
      expect(html).toMatch(/INV-\d\d-\d{6}/)
      expect(html).toContain(`is on its way to ${email}`)
      await expect(tenant).toHaveEnqueued('invoice.send', { invoice_id: idIn(one) })
      expect(await clerk.get(`/invoice/issue/${idIn(one)}`)).toRedirectTo(`/invoice/view/${idIn(one)}`)
    })

    test('is issued without mail when that is chosen, and says so when there is no address', async () => {
      const { id } = await pupil()
      const drafted = await clerk.post(`/invoice/new?student_id=${id}`, {
        ...fieldsOf(await page(clerk, `/invoice/new?student_id=${id}`)),
        step: 'issue',
      })
      const quiet = `/invoice/issue/${idIn(drafted)}`
      const form = fieldsOf(await page(clerk, quiet))
      const { send: _, ...unsaid } = form
      expect((await clerk.post(quiet, unsaid)).status).toBe(422)
      await clerk.post(quiet, { ...form, send: 'none' })
      expect(await page(clerk, `/invoice/view/${idIn(drafted)}`)).toContain('was issued.')
      await expect(tenant).not.toHaveEnqueued('invoice.send', { invoice_id: idIn(drafted) })
      const draft = await tenant.write(async (trx) => {
        const child = await student(
          trx,
          { branch_id: tenant.branch.id },
          { payer: await parent(trx, { email: null }) },
        )
        const whose = { student_id: child.id, payer_parent_id: child.payer!.id }
        return invoice(trx, {
          ...whose,
          status: 'draft',
          due_on: addDays(today, 7),
          branch_id: tenant.branch.id,
        })
      })
      const last = await page(clerk, `/invoice/issue/${draft.id}`)
      expect(last).toContain('has no e-mail address')
      expect(fieldsOf(last)).toMatchObject({ send: 'none' })
    })

    test('the Enter key saves a draft and takes no line away', async () => {
      const { id } = await pupil()
      const html = await page(clerk, `/invoice/new?student_id=${id}`)
      const form = html.slice(html.indexOf('class="fields"'))
      expect(/<button[^>]*>/.exec(form)?.[0]).toMatch(
        /name="step" value="draft"|value="draft"[^>]*name="step"/,
      )
    })

    test('of a student without a payer says what is missing', async () => {
      const { id } = await tenant.write((trx) =>
        student(trx, { branch_id: tenant.branch.id }, { payer: null }),
      )
      expect(await page(clerk, `/invoice/new?student_id=${id}`)).toContain('No payer for this student yet')
    })
  })

  describe('a draft', () => {
    test('that somebody else changed keeps what was typed and shows what is there now', async () => {
      const { id } = await own({ status: 'draft', remark: 'Asal' })
      const path = `/invoice/edit/${id}`
      const mine = { ...fieldsOf(await page(clerk, path)), remark: 'Saya', step: 'draft' }
      const admin = await product.signedInAs(tenant, 'admin')
      const theirs = { ...fieldsOf(await page(admin, path)), remark: 'Dia', step: 'draft' }
      expect(await admin.post(path, theirs)).toRedirectTo(`/invoice/view/${id}`)
      const conflict = await clerk.post(path, mine)
      expect(conflict.status).toBe(409)
      const html = await conflict.text()
      expect(fieldsOf(html)).toMatchObject({ remark: 'Saya', version: '2' })
      expect(html).toContain('Dia')
      expect(await clerk.post(path, { ...fieldsOf(html), step: 'draft' })).toRedirectTo(`/invoice/view/${id}`)
      expect(await page(clerk, `/invoice/view/${id}`)).toContain('Saya')
    })

    test('that somebody else changed is not issued; sent twice it is issued once, and removed by one button', async () => {
      const { id } = await own({ status: 'draft' })
      const page1 = `/invoice/view/${id}`
      const stale = await clerk.post(`/invoice/issue/${id}`, { version: '9', send: 'none' })
      expect(stale.status).toBe(409)
      expect(await stale.text()).toContain('Changed by someone else')
      const key = crypto.randomUUID()
      const twice = { version: '1', send: 'none', form_key: key }
      expect(await clerk.post(`/invoice/issue/${id}`, twice)).toRedirectTo(page1)
      expect(await page(clerk, page1)).toContain('was issued')
      expect(await clerk.post(`/invoice/issue/${id}`, twice)).toRedirectTo(page1)
      expect(await page(clerk, page1)).not.toContain('in the meantime')
      const other = await own({ status: 'draft' })
      expect(await clerk.post(`/invoice/remove/${other.id}`, { version: '1' })).toRedirectTo('/invoice')
      await page(clerk, `/invoice/view/${other.id}`, 404)
    })

    test('that is issued already leads from its form to what may still change', async () => {
      const { id } = await own()
      expect(await clerk.get(`/invoice/edit/${id}`)).toRedirectTo(`/invoice/amend/${id}`)
      const path = `/invoice/amend/${id}`
      const fields = fieldsOf(await page(clerk, path))
      const short = await clerk.post(path, { ...fields, reason: 'short' })
      expect(short.status).toBe(422)
      expect(await short.text()).toContain('a reason of 10 to 300 characters')
      const done = await clerk.post(path, { ...fields, reason: 'Ibu minta lewat seminggu' })
      expect(done).toRedirectTo(`/invoice/view/${id}`)
    })
  })

  describe('cancelling', () => {
    test('needs a reason and says why it cannot be done', async () => {
      const supervisor = await product.signedInAs(tenant, 'supervisor')
      const { id } = await own({ status: 'pending' })
      const path = `/invoice/cancel/${id}`
      const html = await page(supervisor, path)
      expect(html).toContain('is being paid online right now')
      const fields = { version: '1', reason: 'Dibilkan dua kali' }
      const refused = await supervisor.post(path, fields)
      expect(refused.status).toBe(409)
      expect(await refused.text()).toContain('Invoice still in payment process')
      const free = await own()
      const done = await supervisor.post(`/invoice/cancel/${free.id}`, fields)
      expect(done).toRedirectTo(`/invoice/view/${free.id}`)
      expect(await page(supervisor, `/invoice/view/${free.id}`)).toContain('Dibilkan dua kali')
    })
  })

  test('the message for WhatsApp says when it is due, or was', async () => {
    const [soon, late] = [
      await own(),
      await own({ issued_on: addDays(today, -40), due_on: addDays(today, -10) }),
    ]
    expect(await page(clerk, `/invoice/view/${soon.id}`)).toContain('%2C%20due%20')
    expect(await page(clerk, `/invoice/view/${late.id}`)).toContain('was%20due%20on')
  })

  test('the pages need no script and stay small', async () => {
    const { id } = await pupil()
    for (const path of ['/dashboard', '/invoice', `/invoice/new?student_id=${id}`]) {
      const response = await clerk.get(path, { 'accept-encoding': 'br' })
      expect(Number((await response.arrayBuffer()).byteLength), path).toBeLessThan(4_000)
      expect(await page(clerk, path)).not.toContain('<script')
    }
  })
})

describe('amending', () => {
  test('an issued invoice gets other lines in its form without a script, and shows what it said before beside them', async () => {
    const [tenant, product] = [await freshTenant(), await app()]
    const clerk = await product.signedInAs(tenant, 'clerk')
    const family = await product.signedInAs(tenant, 'parent')
    const { parent_id } = await tenant.actor('parent')
    const { id: student_id } = await tenant.write((trx) =>
      student(trx, { branch_id: tenant.branch.id }, { payer: { id: parent_id! } }),
    )
    const { id } = await tenant.write((trx) =>
      invoice(trx, {
        branch_id: tenant.branch.id,
        student_id,
        payer_parent_id: parent_id!,
        internal_note: 'Ibu menelefon',
      }),
    )
    expect(await page(clerk, `/invoice/view/${id}`)).not.toContain('after it was issued')
    const path = `/invoice/amend/${id}`
    const form = await page(clerk, path)
    const typed = { ...fieldsOf(form), 'items[0].price': '80.00', reason: 'Harga tersalah taip' }
    const added = await clerk.post(path, { ...typed, __intent__: intent(form, 'insert') })
    const longer = await added.text()
    expect(fieldsOf(longer)).toMatchObject({ 'items[0].price': '80.00', 'items[1].quantity': '1' })
    const wrong = await clerk.post(path, { ...typed, 'items[0].price': 'abc' })
    expect(wrong.status).toBe(422)
    expect(fieldsOf(await wrong.text())).toMatchObject({ 'items[0].price': 'abc', reason: typed.reason })
    expect(await clerk.post(path, typed)).toRedirectTo(`/invoice/view/${id}`)
    const view = await page(clerk, `/invoice/view/${id}`)
    expect(view).toContain('Changed 1 time after it was issued')
    expect(view).toContain('RM80.00')
    const versions = await page(clerk, `/invoice/versions/${id}`)
    for (const told of ['RM120.00', 'RM80.00', 'Harga tersalah taip', 'Ibu menelefon'])
      expect(versions).toContain(told)
    const told = await page(family, `/invoice/versions/${id}`)
    expect(told).toContain('RM120.00')
    expect(told).not.toContain('Ibu menelefon')
    const late = await clerk.post(path, { ...typed, 'items[0].price': '70.00' })
    expect(late.status).toBe(409)
    const conflict = await late.text()
    expect(conflict).toContain('RM80.00')
    expect(fieldsOf(conflict)).toMatchObject({ 'items[0].price': '70.00', version: '2' })
  })

  test('of an invoice that is paid in part the due date moves with a reason, and there are no lines to change', async () => {
    const [tenant, product] = [await freshTenant(), await app()]
    const clerk = await product.signedInAs(tenant, 'clerk')
    const { id } = await tenant.write((trx) =>
      invoice(trx, { branch_id: tenant.branch.id, paid_sen: 2_000, due_on: '2026-02-07' }),
    )
    const path = `/invoice/amend/${id}`
    expect(await page(clerk, `/invoice/view/${id}`)).toContain(path)
    const form = await page(clerk, path)
    expect(form).toContain('its items can’t be changed')
    const typed = fieldsOf(form)
    expect(Object.keys(typed).filter((name) => name.startsWith('items'))).toEqual([])
    const wrong = await clerk.post(path, { ...typed, due_on: '2026-04-30' })
    expect(wrong.status).toBe(422)
    expect(fieldsOf(await wrong.text())).toMatchObject({ due_on: '2026-04-30' })
    const reason = 'Keluarga minta tempoh'
    expect(await clerk.post(path, { ...typed, due_on: '2026-04-30', reason })).toRedirectTo(
      `/invoice/view/${id}`,
    )
    const versions = await page(clerk, `/invoice/versions/${id}`)
    for (const told of ['7 Feb 2026', '30 Apr 2026', reason]) expect(versions).toContain(told)
  })
})

describe('several students', () => {
  let tenant: Tenant
  let clerk: Browser
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await (await app()).signedInAs(tenant, 'clerk')
  })

  /** A class with two children, and one for whom nobody pays. */
  const aClass = () =>
    tenant.write(async (trx) => {
      const { id: subject_id } = await subject(trx, { name: 'Robotik' })
      const seated = async (name: string) => {
        const { id } = await student(trx, { name, branch_id: tenant.branch.id })
        await enrolment(trx, { student_id: id, subject_id })
        return id
      }
      const [a, b, lonely] = [
        await seated('Aminah Satu'),
        await seated('Bakar Dua'),
        await seated('Tanpa Waris'),
      ]
      await trx.deleteFrom('student_parent').where('student_id', '=', lonely).execute()
      return { address: `/invoice/several?subject_id=${subject_id}`, a, b }
    })

  test('students of a class are ticked at first, whom nobody pays for is named, and a line is added without losing a choice', async () => {
    const { address, a, b } = await aClass()
    const html = await page(clerk, address)
    expect(html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2)
    expect(html).toContain('Tanpa Waris')
    expect(html).toContain(`value="${b}"`)
    const more = await clerk.post(address, {
      ...{ student_ids: a, due_on: addDays(currentDay(), 7), 'items[0].description': 'Lawatan' },
      ...{ 'items[0].quantity': '1', 'items[0].price': '35.00' },
      __intent__: intent(html, 'insert'),
    })
    const again = await more.text()
    expect(more.status).toBe(200)
    expect(again.match(/type="checkbox"[^>]*checked/g)).toHaveLength(1)
    expect(fieldsOf(again)).toMatchObject({ 'items[0].description': 'Lawatan', 'items[1].quantity': '1' })
  })

  test('who is ticked is billed at once, once, however often the form is sent; nobody ticked is said', async () => {
    const { address, a, b } = await aClass()
    const { form_key } = fieldsOf(await page(clerk, address))
    const form = {
      ...{ due_on: addDays(currentDay(), 7), step: 'issue', send: 'none', form_key: String(form_key) },
      ...{ 'items[0].description': 'Lawatan', 'items[0].quantity': '1', 'items[0].price': '35.00' },
    }
    const nobody = await clerk.post(address, form)
    expect(nobody.status).toBe(422)
    expect(await nobody.text()).toContain('Tick at least one student.')
    for (const _ of [1, 2]) {
      const answer = await clerk.post(address, { ...form, student_ids: [a, b] })
      expect(answer).toRedirectTo('/invoice')
    }
    const bills = await tenant.read((db) =>
      db.selectFrom('invoice').select(['status', 'total_sen']).where('student_id', 'in', [a, b]).execute(),
    )
    expect(bills).toEqual(Array(2).fill({ status: 'unpaid', total_sen: 3_500 }))
  })
})

describe('explained amounts', () => {
  let tenant: Tenant
  let product: App
  let clerk: Browser
  let family: Browser
  let parent_id: string
  beforeAll(async () => {
    tenant = await freshTenant({ tax_registered: true })
    product = await app()
    clerk = await product.signedInAs(tenant, 'clerk')
    family = await product.signedInAs(tenant, 'parent')
    parent_id = (await tenant.actor('parent')).parent_id!
  })

  const facts = {
    ...{ enrolment_id: newId(), usual_sen: 12_000, own: { sen: 10_000, reason: 'Rahsia pejabat' } },
    share: { by: 'day', counted: 15, of: 30, from: '2026-01-16' },
    discounts: [
      {
        ...{
          discount_id: newId(),
          student_discount_id: newId(),
          code: 'YC',
          name: 'Subsidi',
          type: 'subsidy',
        },
        ...{ percent_bp: 1_000, fixed_sen: null, sen: 500, sponsor: 'Yayasan Contoh', child: null },
        ...{ decided_by: 'Cik Ruqayyah', reason: 'Pendapatan keluarga' },
      },
    ],
    ...{ capped: true, tax: { rate_bp: 600, scope: 'all' } },
  }
  const bill = (given: object = {}) =>
    tenant.write(async (trx) => {
      const child = await student(trx, { branch_id: tenant.branch.id }, { payer: { id: parent_id } })
      return invoice(trx, { student_id: child.id, payer_parent_id: parent_id, branch_id: tenant.branch.id }, [
        {
          ...{ price_sen: 5_000, discount_sen: 500, amount_sen: 4_500, tax_sen: 270, taxable: true },
          ...{ facts: JSON.stringify(facts), ...given },
        },
      ])
    })

  test('the office reads each step to an amount, who gave what, and why', async () => {
    const html = await page(clerk, `/invoice/view/${(await bill()).id}`)
    for (const said of [
      'RM120.00',
      'Own price of this student',
      'From 16 Jan 2026: 15 of 30 days',
      '1. Subsidi (YC): 10%, borne by Yayasan Contoh',
      'Service tax 6% of RM45.00: RM2.70.',
      'YC was given by Cik Ruqayyah.',
      'YC: Pendapatan keluarga',
      'Own price: Rahsia pejabat',
      'so the limit applies',
      'Recalculated: no difference',
    ])
      expect(html.replace(/<[^>]+>/g, ''), said).toContain(said)
  })

  test('a family reads the rules, and whoever has the link not who bears a part', async () => {
    const { id, public_code } = await bill()
    const theirs = await page(family, `/invoice/view/${id}`)
    expect(theirs).toContain('borne by Yayasan Contoh')
    const said = theirs.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(said).toContain('Total fee RM50.00')
    expect(said).toContain('Borne by Yayasan Contoh -RM5.00')
    expect(said).toContain('The family pays RM')
    expect(theirs).not.toMatch(/Ruqayyah|Pendapatan|Rahsia/)
    const anybodys = await page(product.visitor(tenant), `/invoice/status/${public_code}`)
    expect(anybodys).toContain('Subsidi (YC): 10%')
    expect(anybodys).not.toMatch(/Ruqayyah|Pendapatan|Rahsia|Yayasan/)
  })

  test('an amount that does not agree with what was kept of it is said to do so', async () => {
    const { id } = await bill({ amount_sen: 4_400 })
    const html = await page(family, `/invoice/view/${id}`)
    expect(html).toContain('An amount does not agree')
    expect(html.replace(/<[^>]+>/g, '')).toContain('RM45.00 plus tax RM2.70. This item says RM44.00')
    expect(html).not.toContain('Recalculated: no difference')
  })
})
