import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reminderSettings } from '#app/domain/payments/reminders/settings.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let product: App
let tenant: Tenant
let admin: Browser
beforeAll(databaseForMany)

beforeAll(async () => {
  product = await app()
})
beforeEach(async () => {
  tenant = await freshTenant()
  admin = await product.signedInAs(tenant, 'admin')
})

const setting = () => tenant.read(reminderSettings)
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const hours = { from: '10:00', until: '18:00', version: '0' }

test('steps and hours are chosen, and what was switched on counts from that day', async () => {
  expect(await setting()).toMatchObject({ on: false, since: null, from: '09:00', until: '20:00' })
  const answer = await admin.post('/setting/reminder/edit', { ...hours, on: 'on', steps: 'after_7' })
  expect(answer.status).toBe(302)
  const saved = await setting()
  expect(saved).toMatchObject({ on: true, steps: ['after_7'], from: '10:00', until: '18:00', version: 1 })
  expect(saved.since).toMatch(/^\d{4}-\d\d-\d\d$/)
  const page = words(await (await admin.get('/setting/reminder')).text())
  expect(page).toContain('10:00 am to 6:00 pm')
  expect(page).toContain('7 days late')
})

test('SMS leave only where they are ticked, and then the page says how one reads and what is left for them', async () => {
  await subscribed(tenant, {}, { credit: 47 })
  const quiet = words(await (await admin.get('/setting/reminder')).text())
  expect(quiet).not.toContain('RM0 [')
  const answer = await admin.post('/setting/reminder/edit', { ...hours, sms: 'on' })
  expect(answer.status).toBe(302)
  expect(await setting()).toMatchObject({ sms: true })
  const page = words(await (await admin.get('/setting/reminder?locale=my')).text())
  expect(page).toMatch(/Message credits left 47/)
  expect(page).toMatch(/RM0 \[[\w ]+\] Sila bayar RM245\.00/)
  // Few are left: it is said there, on the list of reminders and on the dashboard of who can do something about it.
  const few = /47 message credits are left\. .*Without credits we can’t send SMS/
  expect(page).toMatch(few)
  expect(words(await (await admin.get('/reminder')).text())).toMatch(few)
  expect(words(await (await admin.get('/dashboard')).text())).toMatch(few)
  const clerk = await product.signedInAs(tenant, 'clerk')
  const list = await (await clerk.get('/reminder')).text()
  expect(words(list)).toMatch(few)
  expect(list).not.toContain('/setting/subscription')
  expect(words(await (await clerk.get('/dashboard')).text())).not.toContain('message credits')
  await admin.post('/setting/reminder/edit', { ...hours, version: '1' })
  expect(await setting()).toMatchObject({ sms: false })
  expect(words(await (await admin.get('/dashboard')).text())).not.toContain('message credits')
})

test.each([
  [{ ...hours, until: '10:00' }, 'after the one at which it begins'],
  [{ ...hours, from: '08:59' }, '9:00 am to 8:00 pm'],
  [{ ...hours, until: '20:01' }, '9:00 am to 8:00 pm'],
  [{ ...hours, on: 'on' }, 'choose when a family is reminded'],
  [{ ...hours, steps: 'sometimes' }, 'choose one'],
])('%j is refused, and says why', async (form, said) => {
  const answer = await admin.post('/setting/reminder/edit', form as Record<string, string>)
  expect(answer.status).toBe(422)
  expect(words(await answer.text())).toContain(said)
  expect((await setting()).version).toBe(0)
})

test('words are looked at before they are saved, and are ours again when they are emptied', async () => {
  const address = '/setting/reminder/wording?kind=level_2&locale=my'
  const form = {
    ...{ kind: 'level_2', locale: 'my', version: '0' },
    ...{ subject: 'Baki {amount}', text: 'Tuan/Puan {parent}, baki anda {amount}.' },
  }
  const seen = await admin.post(address, { ...form, intent: 'preview' })
  expect(words(await seen.text())).toContain('Tuan/Puan Puan Aminah, baki anda RM245.00.')
  expect((await setting()).version).toBe(0)
  expect((await admin.post(address, { ...form, intent: 'save' })).status).toBe(302)
  expect((await setting()).wording).toEqual({ level_2: { my: { subject: form.subject, text: form.text } } })
  const page = words(await (await admin.get('/setting/reminder?locale=my')).text())
  expect(page).toContain('Baki RM245.00')
  const emptied = { kind: 'level_2', locale: 'my', version: '1', intent: 'save', subject: '', text: '' }
  expect((await admin.post(address, emptied)).status).toBe(302)
  expect((await setting()).wording).toEqual({ level_2: {} })
})

test.each([
  ['level_1', { subject: 'Yuran {student}', text: '{amount}' }, 'never named in a message'],
  ['level_1', { subject: '{amount}', text: 'Yuran {student}' }, 'never named in a message'],
  ['level_1', { subject: 'Hello {parent}', text: '{amount}' }, '{parent} can’t be used here'],
  ['level_3', { subject: '{amount}', text: '{Amount}' }, '{Amount} can’t be used here'],
  ['level_3', { subject: '{amount}' }, 'both a title and a text'],
  ['whatsapp', { text: 'Dear {{parent}' }, '{ can’t be used here'],
])('of %s %j is refused at its field, and what was typed stays', async (kind, typed, said) => {
  const form = { kind, locale: 'en', version: '0', intent: 'save', ...typed }
  const answer = await admin.post('/setting/reminder/wording', form)
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(words(html)).toContain(said)
  for (const text of Object.values(typed)) expect(html).toContain(text)
  expect((await setting()).version).toBe(0)
})

test('of two who save at once the second is told', async () => {
  const form = { kind: 'whatsapp', locale: 'en', version: '0', intent: 'save', text: '{amount}' }
  expect((await admin.post('/setting/reminder/wording', form)).status).toBe(302)
  const second = await admin.post('/setting/reminder/wording', { ...form, text: 'other {amount}' })
  expect(second.status).toBe(409)
  expect(await second.text()).toContain('other {amount}')
  expect((await setting()).wording.whatsapp).toEqual({ en: { text: '{amount}' } })
})
