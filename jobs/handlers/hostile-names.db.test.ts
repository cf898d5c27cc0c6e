import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo, paidInvoice } from '#tests/support/jobs/mails.ts'

const sendReceipt = handlerOf('receipt.send')

let sandbox: MailSandbox
let usualTenant: Tenant
beforeAll(databaseForMany)

beforeAll(async () => {
  usualTenant = await freshTenant()
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

const names = {
  'a line break and a header': 'Ali\r\nBcc: victim@family.test',
  'a lone line feed': 'Ali\nX-Evil: 1',
  'a Unicode line separator': 'Ali\u2028Bcc: victim@family.test',
  'an encoded word': '=?utf-8?q?Ali=0d=0aBcc=3a_victim=40family.test?=',
  'an address in brackets': '"Ali" <victim@family.test>',
  'a second address': 'Ali, victim@family.test',
  HTML: '</title></style><script>alert(1)</script><img src=//evil.test>',
  'two thousand letters': 'A'.repeat(2_000),
  'writing that turns round': '\u202egnal\u2069\u200b',
  'nothing but spaces': '   ',
}

/** The fields of every receipt's head, whatever anybody is called. */
const usual = [
  ...['auto-submitted', 'list-id', 'from', 'to', 'reply-to', 'subject', 'message-id', 'date'],
  ...['mime-version', 'content-type'],
]

async function receiptOf(tenant: Tenant, payer_name: string) {
  const payer_email = `${newId()}@family.test`
  const { id } = await paidInvoice(tenant, { payer_email, payer_name })
  const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
  await sendReceipt({ payment_id: id }, jobTools(tenant, 'receipt.send', { settings }))
  const mails = await mailsTo(sandbox, payer_email)
  expect(mails).toHaveLength(1)
  return { ...mails[0]!, payer_email }
}

test.each(Object.entries(names))(
  'a payer called %s gets a receipt, and nobody else does',
  async (_, name) => {
    const mail = await receiptOf(usualTenant, name)
    expect(mail.to).toEqual([mail.payer_email])
    expect(mail.headers).toEqual(usual)
    expect(mail.html).not.toMatch(/<(script|img)/)
    expect(mail.pdf.text).toContain('RM120.00')
    expect(await mailsTo(sandbox, 'victim@family.test')).toEqual([])
  },
)

test.each(Object.entries(names))('an organisation called %s sends one as any other does', async (_, name) => {
  const mail = await receiptOf(await freshTenant({ name }), 'Encik Halim')
  expect(mail.headers).toEqual(usual)
  expect(mail.from).toBe('no-reply@lunas.test')
  expect(mail.subject).toMatch(/^Payment received: .+, RM120\.00 \(RCP-\d\d-\d{6}\)$/)
  expect(mail.html).not.toMatch(/<(script|img)/)
  expect(await mailsTo(sandbox, 'victim@family.test')).toEqual([])
})
