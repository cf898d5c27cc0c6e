import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { type Given, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo } from '#tests/support/jobs/mails.ts'

const sendInvoice = handlerOf('invoice.send')

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

function billed(given: Given<'invoice'>, family: Given<'parent'>, of = tenant) {
  return of.write(async (trx) => {
    const payer = await parent(trx, family)
    const child = await student(trx, {}, { payer })
    const owner = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
    return { ...(await invoice(trx, { ...owner, ...given })), child, payer }
  })
}
async function send(invoice_id: string, of = tenant) {
  const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
  await sendInvoice({ invoice_id }, jobTools(of, 'invoice.send', { settings }))
}

test('an issued invoice goes to the parent who pays, with its PDF and the page where it is paid', async () => {
  const { id, number, public_code, child, payer } = await billed({}, { email: 'ayah@family.test' })
  await send(id)
  const [mail, ...others] = await mailsTo(sandbox, 'ayah@family.test')
  expect(others).toEqual([])
  expect(mail!.subject).toBe(`Invoice ${number} from Tadika Sinar: RM120.00 by 7 Feb 2026`)
  const page = `http://${tenant.entity.subdomain}.localhost:3000/invoice/status/${public_code}`
  for (const words of [mail!.plain, mail!.html]) {
    for (const piece of [
      'RM120.00',
      number!,
      '7 Feb 2026',
      payer.family_code,
      'See the invoice and pay',
      page,
    ])
      expect(words).toContain(piece)
    expect(words).not.toContain(child.name)
  }
  expect(mail!.pdf.name).toBe(`${number}.pdf`)
  for (const piece of ['RM120.00', number!, child.name]) expect(mail!.pdf.text).toContain(piece)
})

test('the logo is inside the mail and no attachment; without it the words are light', async () => {
  const school = await freshTenant({ name: 'Sekolah Cahaya', logo_file: '/demo/cahaya.svg' })
  const { id } = await billed({}, { email: 'logo@family.test' }, school)
  await send(id, school)
  const [mail] = await mailsTo(sandbox, 'logo@family.test')
  expect(mail!.attachments).toBe(1)
  const [logo, ...others] = mail!.email.attachments.filter(({ related }) => related)
  expect(others).toEqual([])
  expect(logo).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<logo@lunas>' })
  expect(mail!.html).toContain(
    '<img src="cid:logo@lunas" alt="Logo of Sekolah Cahaya" width="48" height="48"',
  )
  expect(Buffer.byteLength(mail!.html) + Buffer.byteLength(mail!.plain)).toBeLessThan(20_000)
  const { id: plain } = await billed({}, { email: 'plain@family.test' })
  await send(plain)
  const [other] = await mailsTo(sandbox, 'plain@family.test')
  expect(other!.email.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
})

test('in the parent’s language', async () => {
  const { id, number } = await billed({}, { email: 'emak@family.test', preferred_locale: 'my' })
  await send(id)
  const [mail] = await mailsTo(sandbox, 'emak@family.test')
  expect(mail!.subject).toBe(`Invois ${number} daripada Tadika Sinar: RM120.00 sebelum atau pada 7 Feb 2026`)
  expect(mail!.plain).toContain('Lihat invois dan bayar')
})

test('one that was paid in the meantime asks for nothing', async () => {
  const { id, number } = await billed({ status: 'paid' }, { email: 'done@family.test' })
  await send(id)
  const [mail] = await mailsTo(sandbox, 'done@family.test')
  expect(mail!.subject).toBe(`Invoice ${number} from Tadika Sinar`)
  expect(mail!.plain).not.toContain('Please pay')
})

test.each(['draft', 'cancelled'])('one that is %s is not sent', async (status) => {
  const email = `${status}@family.test`
  const cancelled = status === 'cancelled' ? { cancel_reason: 'Tersilap kira' } : {}
  const { id } = await billed({ status, ...cancelled }, { email })
  await send(id)
  expect(await mailsTo(sandbox, email)).toEqual([])
})
