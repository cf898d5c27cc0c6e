import PostalMime from 'postal-mime'
import { bytesOf } from '#app/integrations/mail/sandbox/email.ts'
import type { MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { type Given, parent, student } from '#tests/support/database/factories.ts'
import { allocation, invoice, payment, receipt } from '#tests/support/database/money-factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { textOf } from './pdf.ts'

/** The mails that an address has got, the newest first, taken apart. */
export async function lettersTo(sandbox: MailSandbox, address: string) {
  const mails = sandbox.mails().filter(({ to }) => to.includes(address))
  return Promise.all(
    mails.map(async (mail) => {
      const email = await PostalMime.parse((await sandbox.source(mail.id))!)
      const { text: plain, html } = email
      if (!plain || !html) throw new Error('a mail has text and HTML')
      return { ...mail, email, headers: email.headers.map(({ key }) => key), plain, html }
    }),
  )
}

/** The same of mails that bring a PDF. */
export async function mailsTo(sandbox: MailSandbox, address: string) {
  const letters = await lettersTo(sandbox, address)
  return Promise.all(
    letters.map(async (letter) => {
      const file = letter.email.attachments.find(({ mimeType }) => mimeType === 'application/pdf')
      if (!file) throw new Error('this mail brings a PDF')
      return { ...letter, pdf: { name: file.filename, text: (await textOf(bytesOf(file))).text } }
    }),
  )
}

/** A paid invoice of RM120.00 of a new family, and the payment that paid it. */
export function paidInvoice(tenant: Tenant, given: Given<'payment'> = {}, family: Given<'parent'> = {}) {
  return tenant.write(async (trx) => {
    const payer = await parent(trx, family)
    const child = await student(trx, {}, { payer })
    const { branch_id } = child
    const owner = { student_id: child.id, payer_parent_id: payer.id, branch_id }
    const bill = await invoice(trx, { status: 'paid', ...owner })
    const row = await payment(trx, {
      payer_parent_id: payer.id,
      payer_name: payer.name,
      branch_id,
      ...given,
    })
    await allocation(trx, row.id, bill.id, 12_000)
    await receipt(trx, row.id)
    return { ...row, invoice: bill, child }
  })
}
