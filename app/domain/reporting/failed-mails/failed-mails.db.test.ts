import { beforeAll, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { branch, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import '#tests/support/product/matchers.ts'
import { failedMails, recordFailedMail, resolveFailedMail } from './failed-mails.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const refused = new MailError('refused', true, { recipient: true })
const near = (): RowScope => ({ ...everywhere, scope: 'branch', branch_ids: [tenant.branch.id] })
const list = (scope: RowScope = everywhere) => tenant.read((db) => failedMails(db, scope))

/** An issued invoice whose mail failed for good. */
async function failing(branch_id = tenant.branch.id) {
  const row = await tenant.write(async (trx) => {
    const child = await student(trx, { branch_id })
    const about = { student_id: child.id, payer_parent_id: child.payer!.id, branch_id }
    return invoice(trx, { ...about, status: 'unpaid' })
  })
  const { email } = await tenant.read((db) =>
    db.selectFrom('parent').select('email').where('id', '=', row.payer_parent_id).executeTakeFirstOrThrow(),
  )
  const { job } = jobTools(tenant, 'invoice.send')
  const record = () =>
    tenant.write((trx) =>
      recordFailedMail(trx, { invoice_id: row.id }, { job, address: email!, error: refused }),
    )
  await record()
  await record()
  return { ...row, id: job.id, invoice_id: row.id, email: email! }
}
const sendingOf = async (invoice_id: string) => {
  const rows = await withPlatform(tenant.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'invoice.send').execute(),
  )
  return rows.filter(({ payload }) => (payload as { invoice_id: string }).invoice_id === invoice_id).length
}

test('a mail that failed is listed once, with whose it is and why, for who sees the family', async () => {
  const { id, number, payer_parent_id, email } = await failing()
  const far = await failing((await tenant.write((trx) => branch(trx))).id)
  expect((await list()).map((row) => row.id).sort()).toEqual([id, far.id].sort())
  expect(await list(near())).toMatchObject([
    {
      id,
      job: 'invoice.send',
      about: number,
      parent_id: payer_parent_id,
      recipient: email,
      reason: 'address',
    },
  ])
})

test('it is sent again, once, and is done; of another branch it is not there', async () => {
  const clerk = await tenant.actor('clerk')
  const { id, invoice_id } = await failing()
  const far = await failing((await tenant.write((trx) => branch(trx))).id)
  const send = (one: string) =>
    tenant.write((trx) => resolveFailedMail(trx, clerk, near(), one, 'sent_again'))
  await expect(send(far.id)).toRefuse('not_found.failed_mail')
  await send(id)
  await expect(send(id)).toRefuse('not_found.failed_mail')
  expect(await sendingOf(invoice_id)).toBe(1)
  expect(await sendingOf(far.invoice_id)).toBe(0)
  expect((await list(near())).map((row) => row.id)).not.toContain(id)
})

test('it is done once the address is another one, or somebody dismisses it', async () => {
  const clerk = await tenant.actor('clerk')
  const corrected = await failing()
  await tenant.write((trx) =>
    trx
      .updateTable('parent')
      .set({ email: 'betul@family.test' })
      .where('id', '=', corrected.payer_parent_id)
      .execute(),
  )
  const dismissed = await failing()
  await tenant.write((trx) => resolveFailedMail(trx, clerk, near(), dismissed.id, 'dismissed'))
  expect(await sendingOf(dismissed.invoice_id)).toBe(0)
  const left = (await list()).map((row) => row.id)
  for (const { id } of [corrected, dismissed]) expect(left).not.toContain(id)
})

test('a job that gives its mail up has it listed', async () => {
  const row = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, status: 'unpaid' }))
  const tried = async (attempt: number) => {
    const tools = jobTools(tenant, 'invoice.send', {
      settings: { smtpUrl: 'smtp://127.0.0.1:1' },
      job: { attempt, attempts: 6 },
    })
    await handlerOf('invoice.send')({ invoice_id: row.id }, tools).catch(() => undefined)
    return (await list()).find(({ id }) => id === tools.job.id)
  }
  // It is tried again by itself.
  expect(await tried(5)).toBeUndefined()
  expect(await tried(6)).toMatchObject({ reason: 'server' })
})
