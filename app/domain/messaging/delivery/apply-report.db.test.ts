import { beforeEach, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  announcementOf,
  announcementTo,
  creditsOf,
  withCredits,
} from '#tests/support/messaging/delivery-world.ts'
import { applyReport } from './apply-report.ts'
import { endAnnouncements } from './end-announcements.ts'
import { returnUnused } from './return-credits.ts'

let tenant: Tenant
let id: string
let message_id: string
beforeEach(async () => {
  tenant = await freshTenant()
  await withCredits(tenant, 10)
  id = await announcementTo(tenant, [{ whatsapp: '+60123456711' }])
  message_id = await tenant.write(async (trx) => {
    const row = await trx
      .selectFrom('message')
      .select('id')
      .where('announcement_id', '=', id)
      .executeTakeFirstOrThrow()
    return row.id
  })
  await set({ status: 'sent', sent_at: new Date(), attempts: 1 })
})

const set = (values: object) =>
  tenant.write((trx) =>
    trx
      .updateTable('message_delivery')
      .set(values)
      .where('message_id', '=', message_id)
      .where('channel', '=', 'whatsapp')
      .execute(),
  )
const end = () => tenant.write((trx) => endAnnouncements(trx))
const report = (status: 'sent' | 'delivered' | 'read' | 'failed', isNumber = false) =>
  tenant.write((trx) => applyReport(trx, 'whatsapp', message_id, { status, isNumber }))
const state = async () => {
  const row = await tenant.read((db) =>
    db
      .selectFrom('message_delivery')
      .selectAll()
      .where('message_id', '=', message_id)
      .where('channel', '=', 'whatsapp')
      .executeTakeFirstOrThrow(),
  )
  return [row.status, ...(row.reason ? [row.reason] : [])].join(' ')
}

test('reports may come twice and in any order', async () => {
  expect(await report('read')).toBe(true)
  expect(await report('delivered')).toBe(false)
  expect(await report('read')).toBe(false)
  expect(await report('failed')).toBe(false)
  expect(await state()).toBe('read')
})

test('one that was delivered does not fail any more, and stays paid', async () => {
  await end()
  expect(await report('delivered')).toBe(true)
  expect(await report('failed', true)).toBe(false)
  expect(await state()).toBe('delivered')
  expect(await creditsOf(tenant)).toEqual({ balance: 8, ledger: 8 })
})

test('one that fails after the announcement is over gives its credits back, once', async () => {
  expect(await end()).toBe(1)
  expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent', used_credits: 2 })
  expect([await report('failed', true), await report('failed', true)]).toEqual([true, false])
  expect(await state()).toBe('failed number')
  expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent_with_errors', used_credits: 0 })
  expect(await creditsOf(tenant)).toEqual({ balance: 10, ledger: 10 })
})

test('credits of one delivery come back once, however often that is asked for', async () => {
  await end()
  await set({ status: 'failed', reason: 'number' })
  const unused = { message_id, channel: 'whatsapp' }
  for (const _ of [1, 2]) await tenant.write((trx) => returnUnused(trx, [unused]))
  expect(await announcementOf(tenant, id)).toMatchObject({ status: 'sent_with_errors', used_credits: 0 })
  expect(await creditsOf(tenant)).toEqual({ balance: 10, ledger: 10 })
})

test('and more than a day after it was sent gives none', async () => {
  await set({ sent_at: new Date(Date.now() - 25 * 3_600_000) })
  await end()
  expect(await report('failed')).toBe(true)
  expect(await state()).toBe('failed undelivered')
  expect(await creditsOf(tenant)).toEqual({ balance: 8, ledger: 8 })
})

test('what nobody knew is told by the report', async () => {
  await set({ status: 'failed', reason: 'unsure', sent_at: null })
  await end()
  expect(await announcementOf(tenant, id)).toMatchObject({ used_credits: 2 })
  expect(await report('delivered')).toBe(true)
  expect(await state()).toBe('delivered')
  await set({ status: 'failed', reason: 'unsure', sent_at: null, claimed_at: new Date() })
  expect(await report('failed')).toBe(true)
  expect(await creditsOf(tenant)).toEqual({ balance: 10, ledger: 10 })
})
