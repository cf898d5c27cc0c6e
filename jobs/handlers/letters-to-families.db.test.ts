import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveNote,
  requestCreditNote,
  requestWriteOff,
} from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { invoiceHistory } from '#app/domain/billing/invoices/invoice-history.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { formatDate, instantIn } from '#app/domain/core/dates.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import {
  approveRefund,
  askForRefund,
  payRefund,
} from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import { sendStatement } from '#app/domain/people/families/statement.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { cleanSlipPapers } from '#jobs/handlers/payments.ts'
import { branch, type Given, insert, parent, student } from '#tests/support/database/factories.ts'
import {
  allocation,
  credit,
  invoice,
  payment,
  transferSlip,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo, mailsTo } from '#tests/support/jobs/mails.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar', fpx_seller_id: newSellerId() })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

describe('an invoice', () => {
  const sendInvoice = handlerOf('invoice.send')

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

  test('says in its history that it was mailed, and that it was not once the last try has failed', async () => {
    const { id } = await billed({}, { email: 'sejarah@family.test' })
    const mails = async () =>
      (await tenant.read((db) => invoiceHistory(db, id)))
        .filter(({ what }) => what.startsWith('mail'))
        .map(({ what, about, code }) => [what, about, code])
    const away = { smtpUrl: 'smtp://127.0.0.1:1' }
    const failing = (attempt: number) =>
      sendInvoice(
        { invoice_id: id },
        jobTools(tenant, 'invoice.send', { settings: away, job: { attempt, attempts: 6 } }),
      )
    await expect(failing(1)).rejects.toMatchObject({ name: 'MailError' })
    expect(await mails()).toEqual([])
    await expect(failing(6)).rejects.toMatchObject({ name: 'MailError' })
    expect(await mails()).toEqual([['mail_failed', 'sejarah@family.test', 'server']])
    await send(id)
    expect(await mails()).toEqual([
      ['mail_failed', 'sejarah@family.test', 'server'],
      ['mailed', 'sejarah@family.test', null],
    ])
  })

  test('of an organisation that nobody can pay online does not speak of it', async () => {
    const school = await freshTenant({ name: 'Tadika Tunai' })
    const { id } = await billed({}, { email: 'tunai@family.test' }, school)
    await send(id, school)
    const [mail] = await mailsTo(sandbox, 'tunai@family.test')
    for (const words of [mail!.plain, mail!.html]) {
      expect(words).toContain('Please pay RM120.00 by 7 Feb 2026.')
      expect(words).not.toMatch(/minutes|and pay/)
    }
  })

  test('an issued invoice goes to the parent who pays, with its PDF and the page where it is paid', async () => {
    const { id, number, public_code, child, payer } = await billed({}, { email: 'ayah@family.test' })
    await send(id)
    const [mail, ...others] = await mailsTo(sandbox, 'ayah@family.test')
    expect(others).toEqual([])
    const title = `${child.name} · Yuran Januari 1`
    expect(mail!.subject).toBe(`${title}: RM120.00 due 7 Feb 2026`)
    const page = `http://${tenant.entity.subdomain}.localhost:3000/invoice/status/${public_code}`
    for (const words of [mail!.plain, mail!.html]) {
      for (const piece of ['RM120.00', number!, '7 Feb 2026', payer.family_code, title, 'View and pay', page])
        expect(words).toContain(piece)
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
    const { id, number, child } = await billed({}, { email: 'emak@family.test', preferred_locale: 'my' })
    await send(id)
    const [mail] = await mailsTo(sandbox, 'emak@family.test')
    expect(mail!.subject).toBe(`${child.name} · Yuran Januari 1: RM120.00, bayar selewat-lewatnya 7 Feb 2026`)
    expect(mail!.plain).toContain(number!)
    expect(mail!.plain).toContain('Lihat dan bayar')
  })

  test('one that was paid in the meantime asks for nothing', async () => {
    const { id, child } = await billed({ status: 'paid' }, { email: 'done@family.test' })
    await send(id)
    const [mail] = await mailsTo(sandbox, 'done@family.test')
    expect(mail!.subject).toBe(`${child.name} · Yuran Januari 1: paid`)
    expect(mail!.plain).not.toContain('Please pay')
  })

  test.each(['draft', 'cancelled'])('one that is %s is not sent', async (status) => {
    const email = `${status}@family.test`
    const cancelled = status === 'cancelled' ? { cancel_reason: 'Tersilap kira' } : {}
    const { id } = await billed({ status, ...cancelled }, { email })
    await send(id)
    expect(await mailsTo(sandbox, email)).toEqual([])
  })
})

describe('a credit note', () => {
  const sendCreditNote = handlerOf('credit_note.send')

  const reason = 'Kem itu dibatalkan'

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
          ? await requestCreditNote(trx, admin, scope, id, {
              ...{ items: [{ id: items[0]!.id, amount: 2_000 }], reason, version: 1 },
            })
          : await requestWriteOff(trx, admin, scope, id, { reason, version: 1 })
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
    const bill = await billed('ayah@note.test')
    const note = await approved(bill, 'note')
    await expect(tenant).toHaveEnqueued('credit_note.send', { credit_note_id: note.id })
    await send(note.id)
    const [mail, ...others] = await mailsTo(sandbox, 'ayah@note.test')
    expect(others).toEqual([])
    const title = `${bill.child.name} · Yuran Januari 1`
    expect(mail!.subject).toBe(`Credit note for ${title}`)
    for (const piece of ['RM20.00', 'RM100.00', note.number!, bill.number!, title, '1 Feb 2026']) {
      expect(mail!.plain).toContain(piece)
      expect(mail!.html).toContain(piece)
    }
    expect(mail!.pdf.text).toContain('RM100.00')
  })

  test('a debt that is given up is told to nobody, and a family without an address waits for no mail', async () => {
    const written = await approved(await billed('ibu@note.test'), 'write_off')
    await expect(tenant).not.toHaveEnqueued('credit_note.send', { credit_note_id: written.id })
    await send(written.id)
    expect(await mailsTo(sandbox, 'ibu@note.test')).toEqual([])
    const silent = await approved(await billed(null), 'note')
    await expect(tenant).not.toHaveEnqueued('credit_note.send', { credit_note_id: silent.id })
  })

  test('nothing is said of what waits for a second person, of a debt given up, or of an invoice that is cancelled by now', async () => {
    const bill = await billed('nenek@note.test')
    const admin = await tenant.actor('admin')
    const waiting = await tenant.write((trx) =>
      requestCreditNote(trx, admin, scopes.all(admin), bill.id, {
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
    expect(await mailsTo(sandbox, 'nenek@note.test')).toEqual([])
  })
})

describe('a refund of credit', () => {
  const sendCreditRefund = handlerOf('credit_refund.send')

  const account_number = '114412345678'
  /** The database's own day, on which it is approved. */
  const today = instantIn(new Date()).slice(0, 10)

  async function approved(email: string | null) {
    const [admin, owner] = [await tenant.actor('admin'), await tenant.actor('superadmin')]
    const keys = { ring: environmentKeyring(environment), place: tenant.place.schema }
    const input = {
      ...{ amount: 1_500, reason: 'Pindah ke negeri lain', method: 'bank_transfer' as const },
      ...{ payee_name: 'Encik Razak', bank_name: 'Maybank', account_number },
    }
    return tenant.write(async (trx) => {
      const family = await parent(trx, { email, preferred_locale: 'en' })
      await credit(trx, { parent_id: family.id })
      const { id } = await askForRefund(trx, admin, scopes.all(admin), keys, family.id, input)
      return approveRefund(trx, owner, scopes.all(owner), id, today)
    })
  }

  const pay = async (id: string) => {
    const admin = await tenant.actor('admin')
    const input = { paid_on: today, bank_reference: 'MBB 77120' }
    await tenant.write((trx) => payRefund(trx, admin, scopes.all(admin), id, { input, today }))
  }

  const send = (credit_refund_id: string) =>
    sendCreditRefund(
      { credit_refund_id },
      jobTools(tenant, 'credit_refund.send', {
        settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
      }),
    )

  test('a family is told of a refund when it was paid, and not before', async () => {
    const { id, number } = await approved('ayah@refund.test')
    await expect(tenant).not.toHaveEnqueued('credit_refund.send', { credit_refund_id: id })
    await send(id)
    expect(await lettersTo(sandbox, 'ayah@refund.test')).toEqual([])
    await pay(id)
    await expect(tenant).toHaveEnqueued('credit_refund.send', { credit_refund_id: id })
    await send(id)
    const [mail, ...others] = await lettersTo(sandbox, 'ayah@refund.test')
    expect(others).toEqual([])
    expect(mail!.subject).toContain(number)
    for (const piece of ['RM15.00', 'MBB 77120', formatDate(today, 'en')]) {
      expect(mail!.plain).toContain(piece)
      expect(mail!.html).toContain(piece)
    }
    expect(mail!.plain).not.toContain('5678')
  })

  test('a family without an address waits for no mail', async () => {
    const { id } = await approved(null)
    await pay(id)
    await expect(tenant).not.toHaveEnqueued('credit_refund.send', { credit_refund_id: id })
  })
})

describe('a statement', () => {
  const mailStatement = handlerOf('statement.send')

  const span = { from: '2026-01-01', to: '2026-02-28' }
  let clerk: Actor
  beforeAll(async () => {
    clerk = await tenant.actor('clerk')
  })

  /** RM120.00 of January that are paid, and RM80.00 of February that are not. */
  const family = (given: Given<'parent'>) =>
    tenant.write(async (trx) => {
      const payer = await parent(trx, given)
      const child = await student(trx, { name: 'Aiman' }, { payer })
      const due = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
      const days = { issued_on: '2026-01-05', due_on: '2026-01-12' }
      const january = await invoice(trx, { ...due, ...days, status: 'paid' })
      const money = await payment(trx, {
        payer_parent_id: payer.id,
        paid_on: '2026-01-20',
        amount_sen: 12_000,
      })
      await allocation(trx, money.id, january.id, 12_000)
      const next = { issued_on: '2026-02-05', due_on: '2026-02-12' }
      const february = await invoice(trx, { ...due, ...next }, [{ price_sen: 8_000 }])
      return { payer, child, january, february, money }
    })
  const send = (parent_id: string, to = span) => {
    const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
    return mailStatement({ parent_id, ...to }, jobTools(tenant, 'statement.send', { settings }))
  }
  const ask = (parent_id: string, actor = clerk) =>
    tenant.write((trx) => sendStatement(trx, actor, scopes.branch(actor), parent_id, span))

  describe('a statement by mail', () => {
    test('goes to who pays, in their language, with what is owed and the statement as a PDF', async () => {
      const { payer, january, february, money, child } = await family({
        ...{ email: 'ayah@statement.test', preferred_locale: 'my' },
      })
      await send(payer.id)
      const [mail, ...others] = await mailsTo(sandbox, 'ayah@statement.test')
      expect(others).toEqual([])
      expect(mail!.subject).toBe('Penyata akaun daripada Tadika Sinar: 1 Jan 2026 hingga 28 Feb 2026')
      for (const words of [mail!.plain, mail!.html]) {
        expect(words).toContain('RM80.00')
        expect(words).toContain(payer.family_code)
        expect(words).not.toContain(child.name)
      }
      expect(mail!.pdf.name).toBe(`statement-${payer.family_code}-2026-01-01-2026-02-28.pdf`)
      for (const piece of ['Penyata akaun', january.number!, february.number!, money.number!, 'RM80.00'])
        expect(mail!.pdf.text).toContain(piece)
    })

    test('is made once for the same rows, and anew when something was paid since', async () => {
      const { payer, child } = await family({ email: 'ibu@statement.test', preferred_locale: 'en' })
      await send(payer.id)
      await send(payer.id)
      const made = () =>
        tenant.read((db) =>
          db.selectFrom('document').select(['kind', 'status']).where('subject_id', '=', payer.id).execute(),
        )
      expect(await made()).toEqual([{ kind: 'statement', status: 'ready' }])
      await tenant.write((trx) =>
        invoice(trx, {
          ...{ student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id },
          ...{ issued_on: '2026-02-20', due_on: '2026-02-27' },
        }),
      )
      await send(payer.id)
      expect(await made()).toHaveLength(2)
      const [last] = await mailsTo(sandbox, 'ibu@statement.test')
      expect(last!.plain).toContain('RM200.00')
    })
  })

  describe('asking for it', () => {
    test('puts it in the outbox and in the log, and says where it goes', async () => {
      const { payer } = await family({ email: 'nenek@statement.test' })
      expect(await ask(payer.id)).toBe('nenek@statement.test')
      await expect(tenant).toHaveEnqueued('statement.send', { parent_id: payer.id, ...span })
      const log = await tenant.read((db) =>
        db.selectFrom('audit_log').select(['action', 'after']).where('object_id', '=', payer.id).execute(),
      )
      expect(log).toMatchObject([
        { action: 'parent.statement_sent', after: { ...span, mailed_to: 'nenek@statement.test' } },
      ])
    })

    test('is refused without an address, of another family, and of one who owes elsewhere, too', async () => {
      const { payer } = await family({ email: null })
      await expect(ask(payer.id)).toRefuse('statement.no_address')
      const stranger = await tenant.actor('parent')
      const own = { ...scopes.own(stranger) }
      const theirs = tenant.write((trx) => sendStatement(trx, stranger, own, payer.id, span))
      await expect(theirs).toRefuse('not_found.parent')
      const { payer: two, child } = await family({ email: 'dua@statement.test' })
      await tenant.write(async (trx) => {
        const far = await branch(trx)
        await invoice(trx, { student_id: child.id, payer_parent_id: two.id, branch_id: far.id })
      })
      await expect(ask(two.id)).toRefuse('statement.elsewhere')
    })
  })
})

describe('a change of a child', () => {
  const sendStudentChange = handlerOf('student_change.send')

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
    const { id } = await change(`${locale}@change.test`, locale, {
      status: 'approved',
      decided_at: new Date(),
    })
    await send(id)
    const [mail, ...others] = await lettersTo(sandbox, `${locale}@change.test`)
    expect(others).toEqual([])
    expect(mail!.subject).toContain('Aiman Hakimi')
    expect(mail!.plain).toContain(words)
    expect(mail!.plain).toContain(`/student-change/view/${id}`)
    expect(mail!.plain).not.toContain(reason)
  })

  test('or why it was not, and of what is not decided nothing', async () => {
    const decided = {
      status: 'rejected',
      decided_at: new Date(),
      decision_reason: 'Sijil lahir belum dibawa',
    }
    await send((await change('no@change.test', 'my', decided)).id)
    const [mail] = await lettersTo(sandbox, 'no@change.test')
    expect(mail!.plain).toContain('Sijil lahir belum dibawa')
    await send((await change('open@change.test', 'my', {})).id)
    expect(await lettersTo(sandbox, 'open@change.test')).toEqual([])
  })
})

describe('a transfer slip', () => {
  const keepAllSlips = handlerOf('transfer_slip.upkeep_all')
  const sendTransferSlip = handlerOf('transfer_slip.send')

  const slip = (email: string, preferred_locale: string, given: object) =>
    tenant.write(async (trx) => {
      const payer = await parent(trx, { email, preferred_locale })
      const child = await student(trx, {}, { payer })
      const bill = await invoice(trx, { student_id: child.id, payer_parent_id: payer.id })
      return { bill, ...(await transferSlip(trx, { invoice_id: bill.id, ...given })) }
    })

  const send = (transfer_slip_id: string) =>
    sendTransferSlip(
      { transfer_slip_id },
      jobTools(tenant, 'transfer_slip.send', {
        settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
      }),
    )

  test.each([
    ['en', 'couldn’t confirm your transfer for Yuran Januari 1'],
    ['my', 'tidak dapat mengesahkan'],
  ])('a family is told in its language (%s) why, and where to show another', async (locale, words) => {
    const { id, bill } = await slip(`${locale}@slip.test`, locale, { status: 'rejected' })
    await send(id)
    const [mail, ...others] = await lettersTo(sandbox, `${locale}@slip.test`)
    expect(others).toEqual([])
    expect(mail!.plain).toContain(words)
    expect(mail!.plain).toContain('Wang belum diterima')
    expect(mail!.plain).toContain(`/payment/slip/${bill.public_code}`)
  })

  test('a slip that is still checked is not rejected', async () => {
    await send((await slip('open@slip.test', 'my', {})).id)
    expect(await lettersTo(sandbox, 'open@slip.test')).toEqual([])
  })

  test('that a slip has arrived is said once, while it is checked, without the name of a child', async () => {
    const received = handlerOf('transfer_slip.received')
    const arrived = (transfer_slip_id: string) =>
      received(
        { transfer_slip_id },
        jobTools(tenant, 'transfer_slip.received', {
          settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
        }),
      )
    const { id, bill } = await slip('sent@slip.test', 'en', {})
    await arrived(id)
    const [mail, ...others] = await lettersTo(sandbox, 'sent@slip.test')
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Transfer slip received for Yuran Januari 1 (Tadika Sinar)')
    expect(mail!.plain).toContain('We’ll check it within two working days')
    expect(mail!.plain).toContain(`/payment/slip/${bill.public_code}`)
    expect(mail!.plain).not.toContain('Nur Aisyah')
    await arrived((await slip('late@slip.test', 'en', { status: 'rejected' })).id)
    expect(await lettersTo(sandbox, 'late@slip.test')).toEqual([])
  })

  test('papers that nobody needs go each night, first the file and then its row', async () => {
    const tools = jobTools(tenant, 'transfer_slip.upkeep')
    const storage_key = 'cd/old.pdf'
    await tools.files.put(storage_key, Buffer.from('%PDF-1.4'), 'application/pdf')
    const file = await tenant.write((trx) =>
      insert(trx, 'stored_file', {
        ...{ id: newId(), kind: 'transfer_slip', name: 'slip', content_type: 'application/pdf' },
        ...{ size_bytes: 8, sha256: Buffer.alloc(32), storage_key },
      }),
    )
    const decided_at = new Date(Date.now() - 200 * 86_400_000)
    const { id } = await slip('old@slip.test', 'en', { status: 'withdrawn', decided_at, file_id: file.id })
    await cleanSlipPapers({}, tools)
    await expect(tools.files.stream(storage_key)).rejects.toThrow()
    const row = await tenant.read((db) =>
      db.selectFrom('transfer_slip').select('file_id').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(row.file_id).toBeNull()
    await cleanSlipPapers({}, tools)
  })

  test('each organisation has its turn', async () => {
    const tools = jobTools(tenant, 'transfer_slip.upkeep_all')
    await keepAllSlips({}, { ...tools, withTenant: tools.withPlatform } as never)
    const asked = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('entity_id')
        .where('name', '=', 'transfer_slip.upkeep')
        .execute(),
    )
    expect(asked.map(({ entity_id }) => entity_id)).toContain(tenant.place.id)
  })
})
