import { beforeAll, describe, expect, test } from 'vitest'
import { feeType, parent, student } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { issueInvoice } from './change-invoice.ts'
import { createDraft } from './drafts.ts'
import type { LineInput } from './invoice-form.ts'
import { line, scopes, today } from './test-support.ts'

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

async function draft(student_id: string, items: LineInput[] = [line()], due_on = '2026-02-07', at = tenant) {
  const actor = await at.actor('admin')
  return at.write((trx) => createDraft(trx, actor, scopes.all(actor), student_id, { due_on, items }, today))
}

const issue = async (id: string, version = 1, on = today, send = true) => {
  const how = { version, send, today: on }
  return (await tenant.write((trx) => issueInvoice(trx, clerk, scopes.branch(clerk), id, how))).number
}
const first = { version: 1, send: true, today }

const read = (id: string, at = tenant) =>
  at.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('issuing', () => {
  test('gives the next number and the day, and sends it to a payer with an e-mail address', async () => {
    const { id: student_id } = await tenant.write((trx) => student(trx))
    const id = await draft(student_id)
    const number = await issue(id)
    expect(number).toMatch(/^INV-26-\d{6}$/)
    expect(await read(id)).toMatchObject({
      number,
      status: 'unpaid',
      issued_on: today,
      total_sen: 12_000,
      balance_sen: 12_000,
      version: 2,
      updated_by: clerk.id,
    })
    await expect(tenant).toHaveEnqueued('invoice.send', { invoice_id: id })
    const audit = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'after'])
        .where('object_id', '=', id)
        .orderBy('position')
        .execute(),
    )
    expect(audit.map(({ action }) => action)).toEqual(['invoice.drafted', 'invoice.issued'])
    expect(audit[1]).toMatchObject({ actor_id: clerk.id, after: { number, status: 'unpaid' } })
  })

  test('sends nothing to a payer without an address', async () => {
    const id = await tenant.write(async (trx) => {
      const payer = await parent(trx, { email: null })
      return (await student(trx, {}, { payer })).id
    })
    const invoice = await draft(id)
    await issue(invoice)
    await expect(tenant).not.toHaveEnqueued('invoice.send', { invoice_id: invoice })
  })

  test('sends nothing when that is not wanted, and the audit log knows to whom it went', async () => {
    const email = 'ibu@family.test'
    const { id: student_id } = await tenant.write(async (trx) =>
      student(trx, {}, { payer: await parent(trx, { email }) }),
    )
    const [quiet, loud] = [await draft(student_id), await draft(student_id)]
    await issue(quiet, 1, today, false)
    await issue(loud)
    await expect(tenant).not.toHaveEnqueued('invoice.send', { invoice_id: quiet })
    await expect(tenant).toHaveEnqueued('invoice.send', { invoice_id: loud })
    const audit = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'invoice.issued')
        .where('object_id', 'in', [quiet, loud])
        .orderBy('position')
        .execute(),
    )
    expect(audit).toMatchObject([{ after: { mailed_to: null } }, { after: { mailed_to: email } }])
  })

  test('refuses a total of nothing, a due date that has passed, and one that was issued already', async () => {
    const { id: student_id } = await tenant.write((trx) => student(trx))
    await expect(issue(await draft(student_id, [line({ price: 0 })]))).toRefuse('invoice.total_zero')
    const late = await draft(student_id)
    await expect(issue(late, 1, '2026-02-08')).toRefuse('invoice.due_before_issue', 'due_on')
    await issue(late, 1, '2026-02-07')
    await expect(issue(late, 1)).toRefuse('invoice.already_issued')
    await expect(issue(late, 2)).toRefuse('invoice.already_issued')
    await expect(issue(await draft(student_id), 2)).toRefuse('version_conflict')
  })

  test('takes the tax of the day of issue', async () => {
    const { student_id, fee_type_id } = await tenant.write(async (trx) => ({
      student_id: (await student(trx, { nationality: 'GB' })).id,
      fee_type_id: (await feeType(trx, { taxable: true })).id,
    }))
    const id = await draft(student_id, [line({ fee_type_id }), line({ price: 5_000 })])
    expect(await read(id)).toMatchObject({ tax_total_sen: 0, tax_rate_bp: 0 })
    const taxed = await freshTenant({ tax_registered: true })
    const own = await taxed.write(async (trx) => ({
      foreign: (await student(trx, { nationality: 'GB' })).id,
      citizen: (await student(trx, { nationality: 'MY' })).id,
      fee_type_id: (await feeType(trx, { taxable: true })).id,
    }))
    const items = [line({ fee_type_id: own.fee_type_id }), line({ price: 5_000 })]
    const foreign = await draft(own.foreign, items, '2026-02-07', taxed)
    expect(await read(foreign, taxed)).toMatchObject({
      tax_rate_bp: 600,
      tax_total_sen: 720,
      total_sen: 17_720,
    })
    const citizen = await draft(own.citizen, items, '2026-02-07', taxed)
    expect(await read(citizen, taxed)).toMatchObject({ tax_rate_bp: 0, tax_total_sen: 0, total_sen: 17_000 })
    await taxed.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'tax', value: JSON.stringify({ scope: 'all', rate_bp: 800 }) })
        .execute(),
    )
    const admin = await taxed.actor('admin')
    await taxed.write((trx) => issueInvoice(trx, admin, scopes.all(admin), citizen, first))
    expect(await read(citizen, taxed)).toMatchObject({
      tax_rate_bp: 800,
      tax_total_sen: 960,
      total_sen: 17_960,
    })
    const lines = await taxed.read((db) =>
      db
        .selectFrom('invoice_item')
        .select('tax_sen')
        .where('invoice_id', '=', citizen)
        .orderBy('position')
        .execute(),
    )
    expect(lines).toEqual([{ tax_sen: 960 }, { tax_sen: 0 }])
  })
})

describe('numbers', () => {
  test('have no gap, whoever issues at once and whatever fails in between', async () => {
    const own = await freshTenant()
    const admin = await own.actor('admin')
    const { id: student_id } = await own.write((trx) => student(trx))
    const drafts = await Promise.all(
      Array.from({ length: 12 }, () => draft(student_id, undefined, undefined, own)),
    )
    const outcomes = await Promise.allSettled(
      drafts.map((id, index) =>
        own.write(async (trx) => {
          const { number } = await issueInvoice(trx, admin, scopes.all(admin), id, first)
          if (index % 4 === 3) throw new Error('the connection broke')
          return number
        }),
      ),
    )
    const given = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
    expect(given).toHaveLength(9)
    const expected = Array.from({ length: 9 }, (_, index) => `INV-26-${String(index + 1).padStart(6, '0')}`)
    expect([...given].sort()).toEqual(expected)
    const undone = await own.read((db) =>
      db
        .selectFrom('invoice')
        .select(['number', 'status', 'version'])
        .where('status', '=', 'draft')
        .execute(),
    )
    expect(undone).toEqual(Array(3).fill({ number: null, status: 'draft', version: 1 }))
  })

  test('two clerks who issue the same draft at once issue it once', async () => {
    const { id: student_id } = await tenant.write((trx) => student(trx))
    const id = await draft(student_id)
    const results = await Promise.allSettled([issue(id), issue(id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((result) => result.status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'invoice.already_issued' } })
    expect(await read(id)).toMatchObject({ status: 'unpaid', version: 2 })
  })

  test('begin anew each year and take the prefix of the organisation', async () => {
    const own = await freshTenant()
    const admin = await own.actor('admin')
    const { id: student_id } = await own.write((trx) => student(trx))
    await own.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'numbering', value: JSON.stringify({ invoice_prefix: 'AB' }) })
        .execute(),
    )
    const issued = async (on: string) => {
      const id = await own.write((trx) =>
        createDraft(trx, admin, scopes.all(admin), student_id, { due_on: on, items: [line()] }, on),
      )
      const how = { ...first, today: on }
      return (await own.write((trx) => issueInvoice(trx, admin, scopes.all(admin), id, how))).number
    }
    expect(await issued('2026-12-31')).toBe('AB-26-000001')
    expect(await issued('2027-01-01')).toBe('AB-27-000001')
    expect(await issued('2026-12-31')).toBe('AB-26-000002')
  })
})
