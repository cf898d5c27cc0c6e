import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { withdrawApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import {
  appliedChild,
  appliedParent,
  decisionsIn,
  newApplication,
  submit,
  visitor,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { feeType, subject, subjectFee } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'

const mailDecided = handlerOf('application.decided')
const mailReceived = handlerOf('application.received')
const tellApprover = handlerOf('application.notify')

let tenant: Tenant
let sandbox: MailSandbox
let admin: Awaited<ReturnType<Tenant['actor']>>
beforeAll(async () => {
  tenant = await freshTenant()
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  admin = await tenant.actor('admin')
  return () => sandbox.close()
})

const tools = (name: TenantTools['job']['name']) =>
  jobTools(tenant, name, { settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` } })
const { approve, reject, childrenOf } = decisionsIn(
  () => tenant,
  () => admin,
)

async function submittedRegistration(locale: 'en' | 'my') {
  const family = appliedParent()
  const { id: subject_id } = await tenant.write(async (trx) => {
    const taught = await subject(trx, { name: 'Matematik' })
    const { id: fee_type_id } = await feeType(trx)
    await subjectFee(trx, { subject_id: taught.id, fee_type_id, amount_sen: 4_500 })
    return taught
  })
  const students = ['Aqil', 'Balqis'].map((name) => ({
    ...appliedChild({ name }),
    subjects: wishes(subject_id),
  }))
  const made = await submit(tenant, newApplication({ locale, parents: [family], students }))
  return { ...made, address: family.email! }
}

async function lastTo(address: string) {
  const [mail] = sandbox.mails().filter(({ to }) => to.includes(address))
  if (!mail) return undefined
  const { text } = await PostalMime.parse((await sandbox.source(mail.id))!)
  return `${mail.subject}\n${text}`
}

test('a family is told in its language that it has come in, and what was decided, with the way to pay', async () => {
  const { id, number, public_code, address } = await submittedRegistration('my')
  await mailReceived({ application_id: id }, tools('application.received'))
  const received = await lastTo(address)
  for (const part of ['telah diterima', number, 'Aqil, Balqis', `/application/status/${public_code}`])
    expect(received).toContain(part)
  await approve(id, { place: 1 })
  const [first, second] = await childrenOf(id)
  await mailDecided({ application_id: id, student_ids: [first!.id] }, tools('application.decided'))
  const approved = await lastTo(address)
  for (const part of ['Aqil telah didaftarkan: Matematik', 'RM45.00', '/invoice/status/', 'bagi yang lain'])
    expect(approved).toContain(part)
  expect(approved).not.toContain('Balqis')
  await reject(id, { place: 2 })
  await mailDecided({ application_id: id, student_ids: [second!.id] }, tools('application.decided'))
  const rejected = await lastTo(address)
  for (const part of ['Kami tidak dapat mendaftarkan Balqis', 'umur lain']) expect(rejected).toContain(part)
  expect(rejected).not.toContain('RM45.00')
})

test('who decides is told as long as nobody has, and nobody of what was taken back', async () => {
  const { id, number, public_code } = await submittedRegistration('en')
  const { email } = await tenant.read((db) =>
    db.selectFrom('user_account').select('email').where('id', '=', admin.id).executeTakeFirstOrThrow(),
  )
  await tellApprover({ user_id: admin.id, application_id: id }, tools('application.notify'))
  const told = await lastTo(email!)
  for (const part of [number, 'Aqil, Balqis', `/application/view/${id}`]) expect(told).toContain(part)
  await tenant.write((trx) => withdrawApplication(trx, visitor, { public_code }))
  const before = sandbox.mails().length
  await tellApprover({ user_id: admin.id, application_id: id }, tools('application.notify'))
  expect(sandbox.mails()).toHaveLength(before)
})
