import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { insert, parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'

const sendStudentChange = handlerOf('student_change.send')

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

async function change(email: string, preferred_locale: string, given: object) {
  const { id: requested_by } = await tenant.actor('parent')
  return tenant.write(async (trx) => {
    const payer = await parent(trx, { email, preferred_locale })
    const child = await student(trx, { name: 'Aiman Hakimi' }, { payer })
    return insert(trx, 'student_change', {
      ...{ id: newId(), student_id: child.id, parent_id: payer.id, requested_by, changes_sealed: 'sealed' },
      ...given,
    })
  })
}

const send = (student_change_id: string) =>
  sendStudentChange(
    { student_change_id },
    jobTools(tenant, 'student_change.send', {
      settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    }),
  )

test.each([
  ['en', 'has been changed', 'Sijil lahir'],
  ['my', 'telah diubah', 'Sijil lahir'],
])('a family is told in its language (%s) that it was done', async (locale, words, reason) => {
  const { id } = await change(`${locale}@family.test`, locale, { status: 'approved', decided_at: new Date() })
  await send(id)
  const [mail, ...others] = await lettersTo(sandbox, `${locale}@family.test`)
  expect(others).toEqual([])
  expect(mail!.subject).toContain('Aiman Hakimi')
  expect(mail!.plain).toContain(words)
  expect(mail!.plain).toContain(`/student-change/view/${id}`)
  expect(mail!.plain).not.toContain(reason)
})

test('or why it was not, and of what is not decided nothing', async () => {
  const decided = { status: 'rejected', decided_at: new Date(), decision_reason: 'Sijil lahir belum dibawa' }
  await send((await change('no@family.test', 'my', decided)).id)
  const [mail] = await lettersTo(sandbox, 'no@family.test')
  expect(mail!.plain).toContain('Sijil lahir belum dibawa')
  await send((await change('open@family.test', 'my', {})).id)
  expect(await lettersTo(sandbox, 'open@family.test')).toEqual([])
})
