import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { headerOf } from '#app/integrations/mail/sandbox/email.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import type { TenantTools } from '#jobs/handler.ts'
import type { Given } from '#tests/support/database/factories.ts'
import { paymentAttempt } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo, paidInvoice } from '#tests/support/jobs/mails.ts'

const sendReceipt = handlerOf('receipt.send')

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar', contact_email: 'pejabat@sinar.test' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

const tools = (options: { job?: Partial<TenantTools['job']>; smtpPort?: number } = {}) =>
  jobTools(tenant, 'receipt.send', {
    settings: { smtpUrl: `smtp://127.0.0.1:${options.smtpPort ?? sandbox.smtpPort}` },
    ...(options.job && { job: options.job }),
  })
const send = async (payment_id: string, options: Parameters<typeof tools>[0] = {}) =>
  sendReceipt({ payment_id }, tools(options))

const paid = (given?: Given<'payment'>, family?: Given<'parent'>) => paidInvoice(tenant, given, family)
const received = (address: string) => mailsTo(sandbox, address)

describe('the receipt of a payment', () => {
  test('goes to the address given with it, with its PDF, its page and no child’s name', async () => {
    const {
      id,
      number,
      public_code,
      invoice: bill,
      child,
    } = await paid({
      payer_email: 'uncle@family.test',
      payer_name: 'Encik Halim',
    })
    await send(id)
    const [mail, ...others] = await received('uncle@family.test')
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      subject: `Payment received: Yuran Januari 1, RM120.00 (${number})`,
      sender: 'Tadika Sinar <no-reply@lunas.test>',
      attachments: 1,
      copy: false,
    })
    expect(headerOf(mail!.email, 'reply-to')).toBe('pejabat@sinar.test')
    expect(headerOf(mail!.email, 'to')).toBe('Encik Halim <uncle@family.test>')
    const page = `http://${tenant.entity.subdomain}.localhost:3000/payment/status/${public_code}`
    for (const words of [mail!.plain, mail!.html]) {
      for (const piece of ['Dear Encik Halim,', 'RM120.00', number, bill.number!, '31 Jan 2026', page])
        expect(words).toContain(piece)
      expect(words).not.toContain(child.name)
    }
    expect(mail!.pdf.name).toBe(`${number}.pdf`)
    for (const piece of ['RM120.00', number, bill.number!, child.name])
      expect(mail!.pdf.text).toContain(piece)
  })

  test('else to the parent whose invoice it was, in the parent’s language', async () => {
    const { id, number, child } = await paid(
      { payer_email: null },
      { email: 'ibu@family.test', name: 'Puan Siti', preferred_locale: 'my' },
    )
    await send(id)
    const [mail] = await received('ibu@family.test')
    expect(mail!.subject).toBe(`Bayaran diterima: ${child.name} · Yuran Januari 1, RM120.00 (${number})`)
    expect(mail!.plain).toContain('Kepada Puan Siti,')
    expect(mail!.plain).toContain('Bayaran anda telah diterima. Terima kasih.')
    expect(mail!.html).toContain('<html lang="ms-MY">')
    expect(mail!.pdf.text).toContain('RM120.00')
  })

  test('in the language in which it was paid online', async () => {
    const attempt = await tenant.write((trx) => paymentAttempt(trx, { state: 'paid', locale: 'my' }))
    const { id } = await paid(
      { attempt_id: attempt.id, method: 'fpx', payer_email: 'paid-in-malay@family.test' },
      { preferred_locale: 'en' },
    )
    await send(id)
    expect((await received('paid-in-malay@family.test'))[0]!.subject).toMatch(/^Bayaran diterima: /)
  })

  test('by the organisation’s own server once that is known to work', async () => {
    const school = await freshTenant({
      smtp_status: 'verified',
      smtp_host: '127.0.0.1',
      smtp_port: sandbox.smtpPort,
      smtp_sender_name: 'Pejabat Sinar',
      smtp_sender_email: 'pejabat@own.test',
    })
    const { id } = await paidInvoice(school, { payer_email: 'own-server@family.test' })
    const settings = { smtpUrl: 'smtp://127.0.0.1:1', sandboxPort: sandbox.smtpPort - 1 }
    await sendReceipt({ payment_id: id }, jobTools(school, 'receipt.send', { settings }))
    const [mail] = await received('own-server@family.test')
    expect(mail).toMatchObject({ sender: 'Pejabat Sinar <pejabat@own.test>', from: 'pejabat@own.test' })
  })

  test('to nobody when nobody has an address, which is noted', async () => {
    const before = sandbox.mails().length
    const { id } = await paid({ payer_email: 'not an address' }, { email: null })
    await send(id)
    expect(sandbox.mails()).toHaveLength(before)
    const notes = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_type', 'after'])
        .where('object_id', '=', id)
        .execute(),
    )
    expect(notes).toEqual([
      { action: 'receipt.not_sent', actor_type: 'system', after: { reason: 'no_address' } },
    ])
  })

  test('not at all when the payment was cancelled', async () => {
    const { id } = await paid({
      payer_email: 'late@family.test',
      status: 'cancelled',
      cancel_reason: 'Tersilap',
    })
    await send(id)
    expect(await received('late@family.test')).toEqual([])
  })
})

describe('once', () => {
  test('however often its job runs, also after it was cut off before the mail', async () => {
    const { id } = await paid({ payer_email: 'once@family.test' })
    const job = { id: newId() }
    const dying = tools({ job })
    const killed = { ...dying, mailer: { send: () => Promise.reject(new Error('killed')) } }
    await expect(sendReceipt({ payment_id: id }, killed)).rejects.toThrow('killed')
    await send(id, { job: { ...job, interrupted: true } })
    await send(id, { job })
    expect(await received('once@family.test')).toHaveLength(1)
    const documents = await tenant.read((db) =>
      db.selectFrom('document').select('status').where('subject_id', '=', id).execute(),
    )
    expect(documents).toEqual([{ status: 'ready' }])
  })

  test('killed after the server took it: one copy, which carries the same Message-ID', async () => {
    const { id } = await paid({ payer_email: 'copy@family.test' })
    const job = { id: newId() }
    const living = tools({ job })
    let sent = false
    const dying: TenantTools = {
      ...living,
      mailer: {
        send: async (...mail) => {
          const answer = await living.mailer.send(...mail)
          sent = true
          return answer
        },
      },
      withTenant: (work) => (sent ? Promise.reject(new Error('killed')) : living.withTenant(work)),
    }
    await expect(sendReceipt({ payment_id: id }, dying)).rejects.toThrow('killed')
    await send(id, { job: { ...job, interrupted: true } })
    await send(id, { job })
    const mails = await received('copy@family.test')
    expect(mails.map(({ copy }) => copy)).toEqual([true, false])
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1)
  })

  test('for each job: who asks for it again gets it again', async () => {
    const { id } = await paid({ payer_email: 'again@family.test' })
    await send(id)
    await send(id)
    expect(await received('again@family.test')).toHaveLength(2)
  })
})

describe('a mail server in trouble', () => {
  const statusOf = (id: string) =>
    tenant.read((db) =>
      db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
    )

  test('down, then up: the payment stands, and the mail goes out once', async () => {
    const { id } = await paid({ payer_email: 'patient@family.test' })
    const job = { id: newId() }
    const gone = await createMailSandbox({ folder: `${environment.dataDir}/gone` })
    await gone.close()
    await expect(send(id, { job, smtpPort: gone.smtpPort })).rejects.toMatchObject({
      failure: 'unreachable',
      permanent: false,
    })
    expect(await statusOf(id)).toEqual({ status: 'paid' })
    await send(id, { job })
    expect(await received('patient@family.test')).toHaveLength(1)
  })

  test('that says "not now" is asked again; one that knows nobody of that name is not', async () => {
    const later = await paid({ payer_email: 'greylist-a@family.test' })
    const job = { id: newId() }
    await expect(send(later.id, { job })).rejects.toMatchObject({ failure: 'deferred', permanent: false })
    await send(later.id, { job })
    expect(await received('greylist-a@family.test')).toHaveLength(1)

    const never = await paid({ payer_email: 'refuse-a@family.test' })
    await expect(send(never.id)).rejects.toMatchObject({ failure: 'refused', permanent: true })
    expect(await statusOf(never.id)).toEqual({ status: 'paid' })
  })
})
