import { type Mime, readMime } from '#app/integrations/mail/sandbox/mime.ts'
import type { MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { type Given, parent, student } from './factories.ts'
import { allocation, invoice, payment } from './money-factories.ts'
import { textOf } from './pdf.ts'
import type { Tenant } from './tenant.ts'

/** The mails that an address has got, the newest first, taken apart. */
export async function mailsTo(sandbox: MailSandbox, address: string) {
  const mails = sandbox.mails().filter(({ to }) => to.includes(address))
  return Promise.all(
    mails.map(async (mail) => {
      const mime = readMime((await sandbox.source(mail.id))!)
      const part = partOf(mime, 'application/pdf')
      return {
        ...mail,
        mime,
        headers: mime.headers.map(([name]) => name),
        plain: partOf(mime, 'text/plain').body.toString('utf8'),
        html: partOf(mime, 'text/html').body.toString('utf8'),
        pdf: { name: part.name, text: (await textOf(part.body)).text },
      }
    }),
  )
}

function partOf({ parts }: Mime, type: string) {
  const part = parts.find(({ contentType }) => contentType === type)
  if (!part) throw new Error(`the mail has no ${type}`)
  return part
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
    return { ...row, invoice: bill, child }
  })
}
