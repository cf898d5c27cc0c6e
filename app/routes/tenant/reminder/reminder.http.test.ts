import { beforeAll, beforeEach, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { book, family, switchOn } from '#app/domain/payments/reminders/test-support.ts'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, insert } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let clerk: Browser
const today = currentDay()
beforeAll(databaseForMany)

beforeAll(async () => {
  product = await app()
})
beforeEach(async () => {
  tenant = await freshTenant()
  await tenant.write((trx) => switchOn(trx))
  clerk = await product.signedInAs(tenant, 'clerk')
})

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const text = async (browser: Browser, path: string) => words(await (await browser.get(path)).text())

/** A family that has owed this for 40 days, and for which somebody has to press "send". */
async function serious() {
  return tenant.write(async (trx) => {
    const made = await family(trx, [addDays(today, -40)], { invoice: { issued_on: addDays(today, -60) } })
    const { id } = await insert(trx, 'reminder', {
      ...{ id: newId(), parent_id: made.payer.id, day: today, level: 3 },
      ...{ trigger: 'schedule', state: 'waiting' },
    })
    await insert(trx, 'reminder_invoice', {
      ...{ reminder_id: id, invoice_id: made.invoices[0]!.id, is_cause: true, step: 'after_30', level: 3 },
      balance_sen: 12_000,
    })
    return { ...made, id }
  })
}

test('a clerk finds what waits, reads what it is about, and sends it once', async () => {
  const { id, payer, invoices } = await serious()
  const list = await text(clerk, '/reminder?state=waiting')
  for (const part of [payer.name, 'Serious', 'RM120.00', 'Waiting for approval']) expect(list).toContain(part)
  const page = await (await clerk.get(`/reminder/view/${id}`)).text()
  expect(words(page)).toContain(invoices[0]!.number)
  expect(page).toContain(`action="/reminder/send/${id}"`)
  expect(page).toContain('https://wa.me/')
  // The very words, before they leave, in the language of the family.
  const said = words(page)
  expect(said).toContain(`By e-mail to ${payer.email}`)
  for (const part of ['RM120.00 untuk', 'tertunggak sejak', `Kepada ${payer.name}`, 'By WhatsApp'])
    expect(said).toContain(part)
  const sent = await clerk.post(`/reminder/send/${id}`, {})
  expect(sent.headers.get('location')).toBe(`/reminder/view/${id}`)
  expect(await book(tenant)).toMatchObject([{ id, state: 'planned' }])
  expect(await (await clerk.get(`/reminder/view/${id}`)).text()).not.toContain(`/reminder/send/${id}`)
  await clerk.post(`/reminder/send/${id}`, {})
  expect(await text(clerk, `/reminder/view/${id}`)).toContain('has already been sent or dropped')
})

test('by hand a family is reminded from its page, and not while a message is on its way', async () => {
  const { payer } = await tenant.write((trx) => family(trx, [addDays(today, -2)]))
  expect(await text(clerk, `/family/view/${payer.id}`)).toContain('Not reminded yet')
  const before = await text(clerk, `/reminder/ask/${payer.id}`)
  expect(before).toContain('RM120.00')
  for (const level of ['Friendly', 'Firm', 'Serious']) expect(before).toContain(`Read the message: ${level}`)
  const answer = await clerk.post(`/reminder/ask/${payer.id}`, { level: '2' })
  expect(answer.headers.get('location')).toBe(`/family/view/${payer.id}`)
  expect(await book(tenant)).toMatchObject([{ trigger: 'hand', level: 2, state: 'planned' }])
  const again = await clerk.post(`/reminder/ask/${payer.id}`, { level: '2' })
  expect(again.status).toBe(409)
  expect(await text(clerk, `/reminder/ask/${payer.id}`)).toContain('on its way already')
})

test('a family is left in peace until a day, listed, and the hold is ended early', async () => {
  const { payer, invoices } = await tenant.write((trx) => family(trx, [addDays(today, -2)]))
  const wrong = await clerk.post(`/reminder/hold/${payer.id}`, {
    ends_on: addDays(today, -1),
    reason: 'sakit',
  })
  expect(wrong.status).toBe(422)
  const said = await wrong.text()
  expect(said).toContain('sakit')
  const late = { ends_on: addDays(today, -1), reason: 'Bapa kehilangan kerja' }
  expect(words(await (await clerk.post(`/reminder/hold/${payer.id}`, late)).text())).toContain(
    'from today on',
  )
  const held = await clerk.post(`/reminder/hold/${payer.id}`, {
    ...{ ends_on: addDays(today, 9), reason: 'Bapa kehilangan kerja', invoice_id: invoices[0]!.id },
  })
  expect(held.headers.get('location')).toBe(`/family/view/${payer.id}`)
  const list = await (await clerk.get('/reminder-hold')).text()
  for (const part of [payer.name, invoices[0]!.number!, 'Paused reminders'])
    expect(words(list)).toContain(part)
  expect(await text(clerk, `/reminder/ask/${payer.id}`)).toContain('There is nothing of which')
  const lift = /action="(\/reminder-hold\/lift\/[^"]+)"/.exec(list)![1]!
  await clerk.post(lift, {})
  expect(await text(clerk, '/reminder-hold')).toContain('Ended early')
  expect(await text(clerk, `/reminder/ask/${payer.id}`)).toContain('RM120.00')
})

test('a family of another branch is not there, and who looks after classes gets nothing of it', async () => {
  const { id, payer } = await tenant.write(async (trx) => {
    const far = await branch(trx)
    const made = await family(trx, [addDays(today, -2)], { student: { branch_id: far.id } })
    const row = await insert(trx, 'reminder', {
      ...{
        id: newId(),
        parent_id: made.payer.id,
        day: today,
        level: 3,
        trigger: 'schedule',
        state: 'waiting',
      },
    })
    return { ...made, id: row.id }
  })
  for (const path of [`/reminder/view/${id}`, `/reminder/ask/${payer.id}`, `/reminder/hold/${payer.id}`])
    expect((await clerk.get(path)).status, path).toBe(404)
  expect((await clerk.post(`/reminder/send/${id}`, {})).status).toBe(404)
  for (const role of ['class-admin', 'trainer', 'parent'] as const) {
    const browser = await product.signedInAs(tenant, role)
    for (const path of ['/reminder', '/reminder-hold', `/reminder/view/${id}`])
      expect((await browser.get(path)).status, `${role} ${path}`).toBe(403)
  }
})

test('a family reads on its dashboard what it was reminded of, as long as it is owed', async () => {
  const parent = await product.signedInAs(tenant, 'parent')
  const { reminder_id, invoice_id } = await tenant.write(async (trx) => {
    const { id: payer_parent_id } = await trx
      .selectFrom('parent')
      .select('id')
      .where('user_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const { invoices } = await family(trx, [addDays(today, -2)], { invoice: { payer_parent_id } })
    const row = await insert(trx, 'reminder', {
      ...{ id: newId(), parent_id: payer_parent_id, day: today, level: 1, trigger: 'schedule' },
      ...{ state: 'sent', channel: 'in_app', sent_at: new Date() },
    })
    await insert(trx, 'reminder_invoice', {
      ...{ reminder_id: row.id, invoice_id: invoices[0]!.id, is_cause: true, level: 1, balance_sen: 12_000 },
    })
    return { reminder_id: row.id, invoice_id: invoices[0]!.id }
  })
  expect(reminder_id).toBeDefined()
  expect(await text(parent, '/dashboard')).toMatch(/from the reminder of .*RM120\.00/)
  await tenant.write((trx) =>
    trx
      .updateTable('invoice')
      .set({ status: 'paid', paid_sen: 12_000, paid_on: today })
      .where('id', '=', invoice_id)
      .execute(),
  )
  expect(await text(parent, '/dashboard')).not.toContain('from the reminder of')
})

test('who looks after one branch reads of its invoices alone what a message will say', async () => {
  const { payer, invoices, far } = await tenant.write(async (trx) => {
    const made = await family(trx, [addDays(today, -2)], { student: { branch_id: tenant.branch.id } })
    const other = await branch(trx)
    const beyond = await invoice(
      trx,
      {
        ...{ payer_parent_id: made.payer.id, student_id: made.child.id, branch_id: other.id },
        due_on: addDays(today, -2),
      },
      [{ price_sen: 77_700 }],
    )
    return { ...made, far: beyond }
  })
  const told = await text(clerk, `/reminder/ask/${payer.id}`)
  expect(told).toContain(invoices[0]!.number)
  expect(told).not.toContain(far.number)
  expect(told).not.toContain('RM777.00')
  await clerk.post(`/reminder/ask/${payer.id}`, { level: '1' })
  const [message] = await book(tenant)
  expect(message!.invoices.map(({ balance_sen }) => balance_sen).toSorted()).toEqual([12_000, 77_700])
})
