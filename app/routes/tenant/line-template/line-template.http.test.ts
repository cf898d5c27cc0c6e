import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { feeType, insert, lineTemplate, next, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const today = currentDay()
let tenant: Tenant
let clerk: Browser
let admin: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  const product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
  admin = await product.signedInAs(tenant, 'admin')
})

/** Of three lines: one whose price is written each time, one with a discount, one as the factory has it. */
async function template(given: { status?: string; fee_status?: string } = {}) {
  return tenant.write(async (trx) => {
    const type = await feeType(trx, { status: given.fee_status ?? 'active' })
    const row = await lineTemplate(trx, { status: given.status ?? 'active' })
    const { id: line_template_id } = row
    await insert(trx, 'line_template_item', {
      ...{ line_template_id, position: 2, description: 'Lawatan', quantity_hundredths: 150 },
      ...{ fee_type_id: type.id },
    })
    await insert(trx, 'line_template_item', {
      ...{ line_template_id, position: 3, description: 'Baju', quantity_hundredths: 200, price_sen: 3_500 },
      ...{ discount_sen: 500, discount_reason: 'Pukal' },
    })
    return { ...row, fee_type_id: type.id }
  })
}

const pupil = () =>
  tenant.write(async (trx) =>
    student(
      trx,
      { branch_id: tenant.branch.id },
      { payer: await parent(trx, { email: `ibu-${next()}@family.test` }) },
    ),
  )
const drafts = (student_id: string) =>
  tenant.read((db) => db.selectFrom('invoice').select('id').where('student_id', '=', student_id).execute())
const errorOf = (html: string) =>
  /<p class="error" id="[^"]*line_template_id-error">(.*?)<\/p>/.exec(html)?.[1]
const typed = {
  ...{ 'items[0].description': 'Tulisan <kerani>', 'items[0].quantity': '3', 'items[0].price': 'dua' },
  ...{ remark: 'Terima kasih', due_on: addDays(today, 20) },
}

describe('on a new invoice a template', () => {
  test('puts its lines behind what was typed, of which nothing is lost or judged', async () => {
    const [{ id, fee_type_id }, child] = [await template(), await pupil()]
    const path = paths.invoice.new({ student_id: child.id })
    const empty = fieldsOf(await page(clerk, path))
    const answer = await clerk.post(path, { ...empty, ...typed, line_template_id: id, add_template: '1' })
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).not.toContain('class="error"')
    const { step: _, ...fields } = fieldsOf(html)
    expect(fields).toMatchObject({
      ...typed,
      ...{ 'items[1].description': 'Buku latihan', 'items[1].price': '20.00', 'items[1].quantity': '1' },
      ...{ 'items[2].description': 'Lawatan', 'items[2].price': '', 'items[2].quantity': '1.5' },
      'items[2].fee_type_id': fee_type_id,
      ...{ 'items[3].description': 'Baju', 'items[3].quantity': '2', 'items[3].price': '35.00' },
      ...{ 'items[3].discount': '5.00', 'items[3].discount_reason': 'Pukal', line_template_id: '' },
    })
    expect(await drafts(child.id)).toEqual([])
    const saved = await clerk.post(path, {
      ...fields,
      'items[0].price': '2',
      'items[2].price': '10',
      step: 'draft',
    })
    const [draft] = await drafts(child.id)
    expect(saved).toRedirectTo(paths.invoice.view(draft!.id))
    const sums = await tenant.read((db) =>
      db
        .selectFrom('invoice')
        .select(['total_sen', 'discount_total_sen'])
        .where('id', '=', draft!.id)
        .executeTakeFirst(),
    )
    expect(sums).toEqual({ total_sen: 600 + 2_000 + 1_500 + 6_500, discount_total_sen: 500 })
  })

  test('takes the place of a line in which nobody wrote anything', async () => {
    const [{ id }, child] = [await template(), await pupil()]
    const path = paths.invoice.new({ student_id: child.id })
    const sent = { ...fieldsOf(await page(clerk, path)), line_template_id: id, add_template: '1' }
    const fields = fieldsOf(await (await clerk.post(path, sent)).text())
    expect(fields).toMatchObject({ 'items[0].description': 'Buku latihan', 'items[2].description': 'Baju' })
    expect(fields).not.toHaveProperty('items[3].description')
  })

  test('that was chosen and not added is not passed over when the invoice is saved', async () => {
    const [{ id }, child] = [await template(), await pupil()]
    const path = paths.invoice.new({ student_id: child.id })
    const line = { ...typed, 'items[0].price': '2.00' }
    const answer = await clerk.post(path, { ...line, line_template_id: id, step: 'draft' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(errorOf(html)).toContain('not in the form yet')
    expect(fieldsOf(html)).toMatchObject({ ...line, line_template_id: id })
    expect(await drafts(child.id)).toEqual([])
  })

  test('that is none, is put away or has a fee type that is, is refused at the choice, and the form stays', async () => {
    const child = await pupil()
    const path = paths.invoice.new({ student_id: child.id })
    const odd = async (line_template_id: string) => {
      const answer = await clerk.post(path, { ...typed, line_template_id, add_template: '1' })
      const html = await answer.text()
      expect(fieldsOf(html)).toMatchObject(typed)
      return [answer.status, errorOf(html)]
    }
    expect(await odd('')).toEqual([422, expect.stringContaining('choose a template')])
    expect(await odd('x')).toEqual([404, expect.stringContaining('Item template not found')])
    expect(await odd(randomUUID())).toEqual([404, expect.stringContaining('Item template not found')])
    expect(await odd((await template({ status: 'inactive' })).id)).toEqual([
      404,
      expect.stringContaining('Item template not found'),
    ])
    const asleep = await template({ fee_status: 'inactive' })
    expect(await odd(asleep.id)).toEqual([422, expect.stringContaining('“Lawatan” is of an inactive')])
    expect(await page(clerk, path)).toContain('line_template_id')
  })

  test('does not make more lines than an invoice may have', async () => {
    const [{ id }, child] = [await template(), await pupil()]
    const path = paths.invoice.new({ student_id: child.id })
    const lines = Object.fromEntries(
      Array.from({ length: 48 }, (_, index) => [
        [`items[${index}].description`, `Baris ${index}`],
        [`items[${index}].quantity`, '1'],
        [`items[${index}].price`, '1.00'],
      ]).flat(),
    )
    const answer = await clerk.post(path, { ...typed, ...lines, line_template_id: id, add_template: '1' })
    const html = await answer.text()
    expect(errorOf(html)).toContain('more than 50')
    expect(fieldsOf(html)).toMatchObject({ 'items[47].description': 'Baris 47', line_template_id: id })
    expect(html).not.toContain('items[48]')
  })
})

test('a template is added to a draft that is edited and to an issued invoice that is amended', async () => {
  const { id } = await template()
  for (const status of ['draft', 'unpaid'] as const) {
    const row = await tenant.write((trx) =>
      invoice(trx, {
        ...{ branch_id: tenant.branch.id, due_on: addDays(today, 10), status },
        ...(status === 'draft' ? {} : { issued_on: today }),
      }),
    )
    const path = status === 'draft' ? paths.invoice.edit(row.id) : paths.invoice.amend(row.id)
    const before = fieldsOf(await page(clerk, path))
    const sent = { ...before, line_template_id: id, add_template: '1' }
    const fields = fieldsOf(await (await clerk.post(path, sent)).text())
    const was = Object.keys(before).filter((name) => name.endsWith('.description')).length
    expect(fields, status).toMatchObject({
      [`items[${was}].description`]: 'Buku latihan',
      [`items[${was + 2}].description`]: 'Baju',
      version: before.version,
    })
  }
})

test('a template names only a fee type that is offered, and keeps one that was put away since', async () => {
  const { id, fee_type_id } = await template()
  const path = paths.line_template.edit(id)
  await tenant.write((trx) =>
    trx.updateTable('fee_type').set({ status: 'inactive' }).where('id', '=', fee_type_id).execute(),
  )
  const fields = fieldsOf(await page(admin, path))
  expect(fields['items[1].fee_type_id']).toBe(fee_type_id)
  const odd = await admin.post(path, { ...fields, 'items[0].fee_type_id': randomUUID() })
  expect(odd.status).toBe(404)
  expect(await odd.text()).toContain('Fee type not found')
  expect(await admin.post(path, fields)).toRedirectTo(paths.line_template.view(id))
  const { form_key: _, ...fresh } = fieldsOf(await page(admin, paths.line_template.new()))
  const none = await admin.post(paths.line_template.new(), {
    ...{ ...fresh, code: 'BARU', name: 'Baharu', 'items[0].description': 'Buku' },
    'items[0].fee_type_id': fee_type_id,
  })
  expect(none.status).toBe(404)
})

test('what a template comes to is what an invoice with its lines comes to, to the half sen', async () => {
  const { id } = await tenant.write((trx) => lineTemplate(trx))
  await tenant.write((trx) =>
    insert(trx, 'line_template_item', {
      ...{ line_template_id: id, position: 2, description: 'Sejam setengah', quantity_hundredths: 150 },
      ...{ price_sen: 33 },
    }),
  )
  // 1.5 × 33 sen is 49.5 sen, and half a sen is rounded up.
  expect(await page(admin, paths.line_template.view(id))).toContain('RM20.50')
})
