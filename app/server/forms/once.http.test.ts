import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, builtProduct, withRoutes } from '#tests/support/product/http.ts'
import { answerOnce, submissionOf } from './once.ts'

let web: App
let tenant: Tenant
let admin: Browser

/** A keyed form that leads nowhere, which is a mistake of ours. */
const nowhere = async ({ request, context }: ActionFunctionArgs) => {
  const submission = await submissionOf({ request, context })
  return context.write((trx) => answerOnce(trx, submission, async () => new Response('done')))
}

beforeAll(async () => {
  tenant = await freshTenant()
  const module = { handle: { access: 'guest' }, action: nowhere }
  web = await app({ build: withRoutes(await builtProduct(), { 'routes/shared/zz': { path: 'zz', module } }) })
  admin = await web.signedInAs(tenant, 'superadmin')
})

const send = (code: string, form_key: string) =>
  admin.post('/category/new', { code, name: code, kind: 'level', form_key })
const codes = (like: string) =>
  tenant.read(async (db) => {
    const rows = await db.selectFrom('category').select('code').where('code', 'like', like).execute()
    return rows.map((row) => row.code)
  })

test('twenty at once are one, and all lead to the same page', async () => {
  const key = newId()
  const responses = await Promise.all(Array.from({ length: 20 }, () => send('ONCE', key)))
  const places = responses.map((response) => response.headers.get('location'))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([302]))
  expect(new Set(places).size).toBe(1)
  expect(places[0]).toMatch(/^\/category\/view\//)
  expect(await codes('ONCE')).toEqual(['ONCE'])
})

test('sent again later it leads to what it did then', async () => {
  const key = newId()
  const first = await send('AGAIN', key)
  const second = await send('AGAIN', key)
  expect(second).toRedirectTo(first.headers.get('location')!)
  expect(await codes('AGAIN')).toEqual(['AGAIN'])
})

test('sent again with other content it says so, links what is recorded, and keeps what was typed', async () => {
  const key = newId()
  const first = await send('FIRST', key)
  const second = await send('SECOND', key)
  expect(second.status).toBe(409)
  const page = await second.text()
  expect(page).toContain(`href="${first.headers.get('location')}"`)
  expect(page).toContain('value="SECOND"')
  expect(page).not.toContain(key)
  expect(await codes('SECOND')).toEqual([])
  const fresh = /name="form_key" value="([^"]+)"/.exec(page)![1]!
  expect(await send('SECOND', fresh)).toRedirectTo(/^\/category\/view\//)
})

test('one that was refused may be sent again with the same key', async () => {
  const key = newId()
  await send('TAKEN', newId())
  expect((await send('TAKEN', key)).status).toBe(409)
  expect(await send('FREE', key)).toRedirectTo(/^\/category\/view\//)
  expect(await codes('FREE')).toEqual(['FREE'])
})

test('a key counts for the form and the person whose it is', async () => {
  const key = newId()
  expect(await send('MINE', key)).toRedirectTo(/^\/category\/view\//)
  const form = { code: 'OTHER', name: 'Other', form_key: key }
  expect(await admin.post('/department/new', form)).toRedirectTo(/^\/department\/view\//)
  const colleague = await web.signedInAs(tenant, 'admin')
  const theirs = { code: 'THEIRS', name: 'Theirs', kind: 'level', form_key: key }
  expect(await colleague.post('/category/new', theirs)).toRedirectTo(/^\/category\/view\//)
  expect(await codes('THEIRS')).toEqual(['THEIRS'])
})

test('without a key, or with one that is none, each is done', async () => {
  expect((await admin.post('/category/new', { code: 'N1', name: 'N1', kind: 'level' })).status).toBe(302)
  expect((await admin.post('/category/new', { code: 'N2', name: 'N2', kind: 'level' })).status).toBe(302)
  expect((await send('N3', 'no key')).status).toBe(422)
  expect(await codes('N%')).toEqual(['N1', 'N2'])
})

test('one that leads nowhere is our mistake, and nothing of it is kept', async () => {
  const key = newId()
  expect((await admin.post('/zz', { form_key: key })).status).toBe(500)
  const kept = await tenant.read((db) =>
    db.selectFrom('form_submission').select('key').where('key', '=', key).execute(),
  )
  expect(kept).toEqual([])
})
