import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { branch, type Given, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { invoiceHistory } from './invoice-history.ts'
import { failureReason, recordInvoiceMailed, recordInvoiceMailFailed } from './invoice-mails.ts'
import { sendInvoiceAgain } from './send-again.ts'
import { scopes } from './test-support.ts'

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

const billed = (given: Given<'invoice'> = {}, email: string | null = 'ibu@keluarga.test') =>
  tenant.write(async (trx) => {
    const payer = await parent(trx, { email })
    const child = await student(trx, { branch_id: tenant.branch.id }, { payer })
    const owner = { student_id: child.id, payer_parent_id: payer.id, branch_id: tenant.branch.id }
    return invoice(trx, { ...owner, ...given })
  })

const again = (id: string) => tenant.write((trx) => sendInvoiceAgain(trx, clerk, scopes.branch(clerk), id))

const queued = (id: string) =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['name', 'payload'])
      .where('name', '=', 'invoice.send')
      .execute(),
  ).then((rows) => rows.filter(({ payload }) => (payload as { invoice_id: string }).invoice_id === id))

const history = (id: string) => tenant.read((db) => invoiceHistory(db, id))

test('an issued invoice is mailed again to its payer, and its history says by whom and to which address', async () => {
  const { id, number } = await billed()
  expect(await again(id)).toEqual({ number, mailed_to: 'ibu@keluarga.test' })
  expect(await queued(id)).toHaveLength(1)
  const sent = (await history(id)).find(({ what }) => what === 'sent_again')
  expect(sent).toMatchObject({ by: clerk.name, about: 'ibu@keluarga.test' })
})

test('a paid invoice can be mailed again, too', async () => {
  const { id } = await billed({ status: 'paid' })
  await again(id)
  expect(await queued(id)).toHaveLength(1)
})

test.each([
  ['a draft', { status: 'draft' as const }, 'ibu@keluarga.test', 'invoice.not_mailable'],
  ['a cancelled one', { status: 'cancelled' as const }, 'ibu@keluarga.test', 'invoice.not_mailable'],
  ['one whose payer has no address', {}, null, 'invoice.no_address'],
])('%s is not mailed', async (_, given, email, code) => {
  const { id } = await billed(given, email)
  await expect(again(id)).rejects.toMatchObject({ code })
  expect(await queued(id)).toEqual([])
  expect((await history(id)).filter(({ what }) => what === 'sent_again')).toEqual([])
})

test('an invoice of another branch is not found', async () => {
  const { id } = await billed({ branch_id: (await tenant.write((trx) => branch(trx))).id })
  await expect(again(id)).rejects.toMatchObject({ code: 'not_found.invoice' })
})

test('a fourth mail within an hour is refused, whatever happens at once', async () => {
  const { id } = await billed()
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => again(id)))
  const refused = tries.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['invoice.mailed_often', 'invoice.mailed_often'])
  expect(await queued(id)).toHaveLength(3)
})

test('the history says what became of a mail, once for each job', async () => {
  const { id } = await billed()
  const address = 'ibu@keluarga.test'
  const [good, bad] = [{ id: newId() }, { id: newId() }]
  const error = new MailError('refused', true, { recipient: true })
  await tenant.write(async (trx) => {
    await recordInvoiceMailFailed(trx, id, { job: bad, address, error })
    for (let run = 0; run < 2; run += 1) await recordInvoiceMailed(trx, id, { job: good, address })
  })
  const mails = (await history(id)).filter(({ what }) => what.startsWith('mail'))
  expect(mails.map(({ what, about, code }) => [what, about, code]).toSorted()).toEqual([
    ['mail_failed', address, 'address'],
    ['mailed', address, null],
  ])
})

test.each([
  [new MailError('refused', true, { recipient: true }), 'address'],
  [new MailError('invalid', true), 'address'],
  [new MailError('refused', true), 'refused'],
  [new MailError('deferred', false), 'refused'],
  [new MailError('credentials', true), 'server'],
  [new MailError('slow', false), 'server'],
  [new Error('the PDF could not be made'), 'other'],
])('%o is a failure by %s', (error, reason) => {
  expect(failureReason(error)).toBe(reason)
})
