import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForCreditNote, askToWriteOff } from '#app/domain/billing/credit-notes/ask-for-note.ts'
import { approveNote } from '#app/domain/billing/credit-notes/decide-note.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo } from '#tests/support/jobs/mails.ts'

const sendCreditNote = handlerOf('credit_note.send')

const reason = 'Kem itu dibatalkan'
let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

async function billed(email: string | null) {
  return tenant.write(async (trx) => {
    const payer = await parent(trx, { email })
    const child = await student(trx, {}, { payer })
    const owner = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
    return { ...(await invoice(trx, owner)), child }
  })
}

/** RM20.00 taken back from a bill, or all of it given up: one asks, another approves. */
async function approved({ id, items }: Awaited<ReturnType<typeof billed>>, kind: 'note' | 'write_off') {
  const [admin, owner] = [await tenant.actor('admin'), await tenant.actor('superadmin')]
  return tenant.write(async (trx) => {
    const scope = scopes.all(admin)
    const asked =
      kind === 'note'
        ? await askForCreditNote(trx, admin, scope, id, {
            ...{ items: [{ id: items[0]!.id, amount: 2_000 }], reason, version: 1 },
          })
        : await askToWriteOff(trx, admin, scope, id, { reason, version: 1 })
    return approveNote(trx, owner, scope, asked.id, '2026-02-01')
  })
}

const send = (credit_note_id: string) =>
  sendCreditNote(
    { credit_note_id },
    jobTools(tenant, 'credit_note.send', {
      settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    }),
  )

test('a credit note goes to the parent who pays, with the invoice as it is now', async () => {
  const bill = await billed('ayah@family.test')
  const note = await approved(bill, 'note')
  await expect(tenant).toHaveEnqueued('credit_note.send', { credit_note_id: note.id })
  await send(note.id)
  const [mail, ...others] = await mailsTo(sandbox, 'ayah@family.test')
  expect(others).toEqual([])
  expect(mail!.subject).toContain(note.number)
  for (const piece of ['RM20.00', 'RM100.00', bill.number!, '1 Feb 2026']) {
    expect(mail!.plain).toContain(piece)
    expect(mail!.html).toContain(piece)
  }
  expect(mail!.plain).not.toContain(bill.child.name)
  expect(mail!.pdf.text).toContain('RM100.00')
})

test('a debt that is given up is told to nobody, and a family without an address waits for no mail', async () => {
  const written = await approved(await billed('ibu@family.test'), 'write_off')
  await expect(tenant).not.toHaveEnqueued('credit_note.send', { credit_note_id: written.id })
  await send(written.id)
  expect(await mailsTo(sandbox, 'ibu@family.test')).toEqual([])
  const silent = await approved(await billed(null), 'note')
  await expect(tenant).not.toHaveEnqueued('credit_note.send', { credit_note_id: silent.id })
})

test('nothing is said of what waits for a second person, of a debt given up, or of an invoice that is cancelled by now', async () => {
  const bill = await billed('nenek@family.test')
  const admin = await tenant.actor('admin')
  const waiting = await tenant.write((trx) =>
    askForCreditNote(trx, admin, scopes.all(admin), bill.id, {
      ...{ items: [{ id: bill.items[0]!.id, amount: 2_000 }], reason, version: 1 },
    }),
  )
  await send(waiting.id)
  const owner = await tenant.actor('superadmin')
  await tenant.write(async (trx) => {
    await approveNote(trx, owner, scopes.all(owner), waiting.id, '2026-02-01')
    await cancelInvoice(trx, owner, scopes.all(owner), bill.id, null, reason)
  })
  await send(waiting.id)
  expect(await mailsTo(sandbox, 'nenek@family.test')).toEqual([])
})
