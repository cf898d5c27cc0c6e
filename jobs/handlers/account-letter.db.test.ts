import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'

const notifyAccount = handlerOf('account.notify')

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

test.each([
  ['password', 'en', 'Your password at Tadika Sinar was changed', 'set a new password at once'],
  ['password', 'my', 'Kata laluan anda di Tadika Sinar telah ditukar', 'tetapkan kata laluan baharu'],
  ['contact', 'en', 'Your contact at Tadika Sinar was changed', 'the address you had before'],
] as const)(
  'a changed %s is told in %s, once, with the way to the account',
  async (what, locale, subject, words) => {
    const address = `lama-${what}-${locale}@school.test`
    const { id } = await tenant.write((trx) => user(trx, { locale, name: 'Puan Siti' }))
    const tools = jobTools(tenant, 'account.notify', {
      settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    })
    await notifyAccount({ user_id: id, what, address }, tools)
    await notifyAccount({ user_id: id, what, address }, tools)
    const [mail, ...others] = sandbox.mails().filter(({ to }) => to.includes(address))
    expect(others).toEqual([])
    expect(mail!.subject).toBe(subject)
    const { text, html, attachments } = await PostalMime.parse((await sandbox.source(mail!.id))!)
    const page = `http://${tenant.host}:3000/profile`
    expect(attachments).toEqual([])
    for (const body of [text, html])
      for (const piece of ['Puan Siti', words, page]) expect(body).toContain(piece)
  },
)
