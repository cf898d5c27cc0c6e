import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase } from '../fixtures.ts'
import { bill, reloadUntil } from './journey.ts'

/** A lever of the tax portal's sandbox: POSTs `fields`, or looks where there are none. */
// biome-ignore lint/suspicious/noExplicitAny: a story looks at whatever it has asked for
export async function portal(action: string, fields?: object): Promise<any> {
  const answer = await fetch(
    `${hosts.main}/sandbox/myinvois/__control/${action}`,
    fields ? { method: 'POST', body: JSON.stringify(fields) } : {},
  )
  expect(answer.ok, `${action}: ${answer.status}`).toBe(true)
  return answer.json()
}

/** What the portal has of this number. */
export const atPortal = async (number: string) =>
  ((await portal(`documents?number=${number}`)) as { uuid: string; status: string; issuerTin: string }[]).map(
    ({ status, issuerTin }) => ({ status, issuerTin }),
  )

/** A child whose family the portal can be told of: with an address, and no tax number; who that is differs from day to day. */
export function aBilledChild(subdomain: string, nth: number): Promise<{ name: string; parent_id: string }> {
  return inDatabase(async (db) => {
    const entity = await db.query('select schema_name from platform.entity where subdomain = $1', [subdomain])
    await db.query(`set search_path to ${entity.rows[0].schema_name}`)
    const { rows } = await db.query(
      `select distinct on (student.name) student.name, parent.id as parent_id from student
         join student_parent on student_parent.student_id = student.id and student_parent.is_payer
         join parent on parent.id = student_parent.parent_id
       where parent.address_line1 is not null and parent.tin is null and parent.identity_type = 'nric'
         and parent.user_id is null and student.status = 'active' and student.deleted_at is null
         and not exists (select from student as other where other.name = student.name and other.id <> student.id)
         and not exists (select from credit_entry where credit_entry.parent_id = parent.id)
         and not exists (select from einvoice_document where einvoice_document.parent_id = parent.id)
       order by student.name limit 1 offset $1`,
      [nth],
    )
    return rows[0]
  })
}

/** Bills a child and submits the e-invoice of the invoice; leaves the page on that e-invoice. */
export async function submitOne(office: Page, student: string, price: string) {
  const invoice = await bill(office, { price, student })
  await openMore(office)
  await office.locator('main a[href*="/einvoice/new"]').click()
  await office.getByRole('button', { name: 'Submit to MyInvois' }).click()
  await expect(office).toHaveURL(/\/einvoice\/view\//)
  return { ...invoice, number: invoice.number!, einvoice: office.url() }
}

/** What is done rarely with an invoice. */
export const openMore = (office: Page) => office.locator('main summary', { hasText: 'More' }).click()

/** Accepted is not valid: the page says so until the portal has decided. */
export const untilDecided = (office: Page, status: 'Valid' | 'Invalid' | 'Cancelled') =>
  reloadUntil(office, new RegExp(`INV-\\d\\d-\\d{6}\\s*${status}`))
