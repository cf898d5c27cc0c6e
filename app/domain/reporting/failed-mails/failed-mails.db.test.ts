import { beforeAll, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { branch, insert, parent, student, user } from '#tests/support/database/factories.ts'
import { creditNote, invoice, payment, transferSlip } from '#tests/support/database/money-factories.ts'
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

test('of a family with children in two branches each office has what is about its own', async () => {
  const { far, payer, rows } = await tenant.write(async (trx) => {
    const far = await branch(trx)
    const payer = await parent(trx)
    const billed = async (branch_id: string) => {
      const child = await student(trx, { branch_id }, { payer })
      const about = { student_id: child.id, payer_parent_id: payer.id, branch_id }
      return { child, bill: await invoice(trx, { ...about, status: 'unpaid' }) }
    }
    const [ours, { child, bill }] = [await billed(tenant.branch.id), await billed(far.id)]
    const paid = await payment(trx, { payer_parent_id: payer.id, branch_id: far.id })
    const note = await creditNote(trx, { invoice_id: bill.id, branch_id: far.id })
    const slip = await transferSlip(trx, { invoice_id: bill.id, status: 'rejected' })
    const change = await insert(trx, 'student_change', {
      ...{ id: newId(), student_id: child.id, parent_id: payer.id, changes_sealed: 'never read' },
      requested_by: (await user(trx)).id,
    })
    const rows = [
      ['invoice.send', { invoice_id: ours.bill.id }],
      ['statement.send', { parent_id: payer.id }],
      ['invoice.send', { invoice_id: bill.id }],
      ['receipt.send', { payment_id: paid.id }],
      ['credit_note.send', { credit_note_id: note.id }],
      ['transfer_slip.send', { transfer_slip_id: slip.id }],
      ['student_change.send', { student_change_id: change.id }],
    ] as const
    return { far, payer, rows }
  })
  const ids: string[] = []
  for (const [name, payload] of rows) {
    const { job } = jobTools(tenant, name)
    const failed = { job, address: payer.email!, error: refused }
    await tenant.write((trx) => recordFailedMail(trx, payload as never, failed))
    ids.push(job.id)
  }
  const seen = async (scope: RowScope) =>
    (await list(scope)).map(({ id }) => id).filter((id) => ids.includes(id))
  expect((await seen(near())).sort()).toEqual(ids.slice(0, 2).sort())
  expect((await seen({ ...near(), branch_ids: [far.id] })).sort()).toEqual(ids.slice(1).sort())
  expect(await seen(everywhere)).toHaveLength(ids.length)
  const clerk = await tenant.actor('clerk')
  for (const id of ids.slice(2))
    await expect(tenant.write((trx) => resolveFailedMail(trx, clerk, near(), id, 'sent_again'))).toRefuse(
      'not_found.failed_mail',
    )
})

test('of a receipt that goes to who paid, the address of the family is another matter', async () => {
  const paid = await tenant.write(async (trx) => {
    const payer = await parent(trx)
    await student(trx, { branch_id: tenant.branch.id }, { payer })
    const about = { payer_parent_id: payer.id, branch_id: tenant.branch.id }
    return payment(trx, { ...about, payer_email: 'pakcik@keluarga.test' })
  })
  const { job } = jobTools(tenant, 'receipt.send')
  const failed = { job, address: 'pakcik@keluarga.test', error: refused }
  await tenant.write((trx) => recordFailedMail(trx, { payment_id: paid.id }, failed))
  expect(await list(near())).toContainEqual(
    expect.objectContaining({ id: job.id, about: paid.number, recipient: 'pakcik@keluarga.test' }),
  )
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
