import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo, paidInvoice } from '#tests/support/jobs/mails.ts'
import type { LabelKey, Labels } from './label.ts'
import { labelsOf, resetLabels, saveLabels } from './tenant-labels.ts'

const sendReceipt = handlerOf('receipt.send')

let tenant: Tenant
let owner: Actor
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  owner = await tenant.actor('superadmin')
})

const save = (locale: string, labels: Labels, version: number) =>
  tenant.write((trx) => saveLabels(trx, owner, locale, labels, version))
const reset = (locale: string, key: LabelKey | undefined, version: number) =>
  tenant.write((trx) => resetLabels(trx, owner, locale, key, version))
const now = () => tenant.read(labelsOf)
const codeOf = (work: Promise<unknown>) => work.then(String, (error) => asRefusal(error)?.code)
const audits = () =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['actor_name', 'before', 'after'])
      .where('action', '=', 'label.saved')
      .orderBy('position')
      .execute(),
  )

describe('the words of an organisation', () => {
  test('are none at first, and then those of each language', async () => {
    expect(await now()).toEqual({ version: 0, digest: '', byLocale: {} })
    expect(await save('my', { student: { one: 'murid' } }, 0)).toBe(1)
    expect(await save('en', { student: { one: 'pupil', other: 'pupils' } }, 1)).toBe(2)
    expect(await now()).toMatchObject({
      version: 2,
      byLocale: { my: { student: { one: 'murid' } }, en: { student: { one: 'pupil', other: 'pupils' } } },
    })
  })

  test('are saved over no other change, not even at the very first', async () => {
    const both = await Promise.all([
      codeOf(save('my', { student: { one: 'murid' } }, 0)),
      codeOf(save('my', { student: { one: 'santri' } }, 0)),
    ])
    expect(both.sort()).toEqual(['1', 'version_conflict'])
    expect(await codeOf(save('my', {}, 0))).toBe('version_conflict')
    expect(await codeOf(reset('my', undefined, 7))).toBe('version_conflict')
    expect((await now()).version).toBe(1)
  })

  test('go back one by one or all at once, in one language only', async () => {
    await save('my', { student: { one: 'murid' }, trainer: { one: 'Ustaz' } }, 0)
    await save('en', { student: { one: 'pupil' } }, 1)
    await reset('my', 'student', 2)
    expect((await now()).byLocale).toEqual({
      my: { trainer: { one: 'Ustaz' } },
      en: { student: { one: 'pupil' } },
    })
    await reset('my', undefined, 3)
    expect(await now()).toMatchObject({ version: 4, byLocale: { en: { student: { one: 'pupil' } } } })
  })

  test('leave a trace of what they were and what they are', async () => {
    await save('my', { student: { one: 'murid', other: 'murid-murid' }, trainer: { one: 'Ustaz' } }, 0)
    await reset('my', 'student', 1)
    expect(await audits()).toEqual([
      {
        actor_name: owner.name,
        before: { 'my.student': null, 'my.trainer': null },
        after: { 'my.student': 'murid / murid-murid', 'my.trainer': 'Ustaz' },
      },
      {
        actor_name: owner.name,
        before: { 'my.student': 'murid / murid-murid' },
        after: { 'my.student': null },
      },
    ])
  })

  test('are nobody else’s', async () => {
    await save('my', { student: { one: 'murid' } }, 0)
    const other = await freshTenant()
    expect((await other.read(labelsOf)).byLocale).toEqual({})
  })
})

describe('a job', () => {
  let sandbox: MailSandbox
  beforeAll(async () => {
    sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
  })
  afterAll(() => sandbox.close())

  test('speaks as the organisation does now, in the mail and in its PDF, and makes the PDF anew', async () => {
    const { id } = await paidInvoice(tenant, { payer_email: 'ibu@family.test' }, { preferred_locale: 'my' })
    const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
    const send = async () => sendReceipt({ payment_id: id }, jobTools(tenant, 'receipt.send', { settings }))
    await send()
    await save('my', { receipt: { one: 'slip' }, invoice: { one: 'bil' }, payment: { one: 'infak' } }, 0)
    await send()
    const [after, before] = await mailsTo(sandbox, 'ibu@family.test')
    expect(before!.subject).toMatch(/^Bayaran diterima: /)
    expect(before!.pdf.text).toContain('Sahkan ketulenan resit')
    expect(after!.subject).toMatch(/^Infak diterima: /)
    expect(after!.plain).toContain('Infak anda telah diterima. Terima kasih. Slip dilampirkan')
    expect(after!.html).toContain('Lihat infak ini dalam talian')
    expect(after!.pdf.text).toContain('Sahkan ketulenan slip')
    expect(after!.pdf.text).toContain('Bil')
  })
})
