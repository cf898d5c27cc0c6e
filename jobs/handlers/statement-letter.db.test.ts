import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { sendStatement } from '#app/domain/people/families/send-statement.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { branch, type Given, parent, student } from '#tests/support/database/factories.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo } from '#tests/support/jobs/mails.ts'

const mailStatement = handlerOf('statement.send')

const span = { from: '2026-01-01', to: '2026-02-28' }
let tenant: Tenant
let sandbox: MailSandbox
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  clerk = await tenant.actor('clerk')
})
afterAll(() => sandbox.close())

/** RM120.00 of January that are paid, and RM80.00 of February that are not. */
const family = (given: Given<'parent'>) =>
  tenant.write(async (trx) => {
    const payer = await parent(trx, given)
    const child = await student(trx, { name: 'Aiman' }, { payer })
    const due = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
    const days = { issued_on: '2026-01-05', due_on: '2026-01-12' }
    const january = await invoice(trx, { ...due, ...days, status: 'paid' })
    const money = await payment(trx, { payer_parent_id: payer.id, paid_on: '2026-01-20', amount_sen: 12_000 })
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
      ...{ email: 'ayah@family.test', preferred_locale: 'my' },
    })
    await send(payer.id)
    const [mail, ...others] = await mailsTo(sandbox, 'ayah@family.test')
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
    const { payer, child } = await family({ email: 'ibu@family.test', preferred_locale: 'en' })
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
    const [last] = await mailsTo(sandbox, 'ibu@family.test')
    expect(last!.plain).toContain('RM200.00')
  })
})

describe('asking for it', () => {
  test('puts it in the outbox and in the log, and says where it goes', async () => {
    const { payer } = await family({ email: 'nenek@family.test' })
    expect(await ask(payer.id)).toBe('nenek@family.test')
    await expect(tenant).toHaveEnqueued('statement.send', { parent_id: payer.id, ...span })
    const log = await tenant.read((db) =>
      db.selectFrom('audit_log').select(['action', 'after']).where('object_id', '=', payer.id).execute(),
    )
    expect(log).toMatchObject([
      { action: 'parent.statement_sent', after: { ...span, mailed_to: 'nenek@family.test' } },
    ])
  })

  test('is refused without an address, of another family, and of one who owes elsewhere, too', async () => {
    const { payer } = await family({ email: null })
    await expect(ask(payer.id)).toRefuse('statement.no_address')
    const stranger = await tenant.actor('parent')
    const own = { ...scopes.own(stranger) }
    const theirs = tenant.write((trx) => sendStatement(trx, stranger, own, payer.id, span))
    await expect(theirs).toRefuse('not_found.parent')
    const { payer: two, child } = await family({ email: 'dua@family.test' })
    await tenant.write(async (trx) => {
      const far = await branch(trx)
      await invoice(trx, { student_id: child.id, payer_parent_id: two.id, branch_id: far.id })
    })
    await expect(ask(two.id)).toRefuse('statement.elsewhere')
  })
})
