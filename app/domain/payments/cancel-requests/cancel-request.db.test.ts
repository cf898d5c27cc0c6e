import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { branch, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { listed } from '#tests/support/database/lists.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  approveRequest,
  cancelNow,
  rejectRequest,
  requestCancel,
  withdrawRequest,
} from './change-cancel-request.ts'
import { cancelRequestList, latestRequest } from './find-cancel-requests.ts'

const today = '2026-01-31'
const reason = 'Ditaip dua kali di kaunter'
const note = 'Resit ini betul, lihat buku'
let tenant: Tenant
let clerk: Actor
let supervisor: Actor
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
  supervisor = await tenant.actor('supervisor')
  admin = await tenant.actor('admin')
})

const scopeOf = (actor: Actor) => (actor === admin ? scopes.all(actor) : scopes.branch(actor))
const bill = () => tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }))

async function taken(actor = clerk) {
  const { id } = await bill()
  const { payment_id } = await tenant.write((trx) =>
    recordPayment(
      trx,
      actor,
      id,
      { method: 'cash', amount: 12_000, paid_on: today },
      { scope: scopeOf(actor), today, backdate_days: 30 },
    ),
  )
  return { invoice_id: id, id: payment_id }
}

/** On what was read as its first version. */
async function ask(kind: 'invoice' | 'payment', id: string, actor = clerk) {
  await tenant.write((trx) =>
    requestCancel(trx, actor, scopeOf(actor), { kind, id, version: 1 }, { reason, today }),
  )
  return (await tenant.read((db) => latestRequest(db, kind, id)))!.id
}

async function askFor(kind: 'invoice' | 'payment', id: string, actor = clerk) {
  const { version } = await tenant.read((db) =>
    db.selectFrom(kind).select('version').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await tenant.write((trx) =>
    requestCancel(trx, actor, scopeOf(actor), { kind, id, version }, { reason, today }),
  )
  return (await tenant.read((db) => latestRequest(db, kind, id)))!.id
}

const approve = (id: string, actor = supervisor) =>
  tenant.write((trx) => approveRequest(trx, actor, scopeOf(actor), id, { today }))
const reject = (id: string, actor = supervisor) =>
  tenant.write((trx) => rejectRequest(trx, actor, scopeOf(actor), id, note))
const withdraw = (id: string, actor = clerk) =>
  tenant.write((trx) => withdrawRequest(trx, actor, scopeOf(actor), id))
const statusOf = async (kind: 'invoice' | 'payment', id: string) =>
  (
    await tenant.read((db) =>
      db.selectFrom(kind).select('status').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).status
const stateOf = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('cancel_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const auditOf = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'after'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('a request', () => {
  test('changes nothing until somebody else approves; then both are in the audit log', async () => {
    const payment = await taken()
    const id = await askFor('payment', payment.id)
    expect(await statusOf('payment', payment.id)).toBe('paid')
    await approve(id)
    expect(await statusOf('payment', payment.id)).toBe('cancelled')
    expect(await statusOf('invoice', payment.invoice_id)).toBe('unpaid')
    expect(await stateOf(id)).toMatchObject({ state: 'approved', decided_by: supervisor.id })
    const number = expect.stringMatching(/\d/)
    expect((await auditOf(payment.id)).slice(1)).toMatchObject([
      {
        action: 'payment.cancel_requested',
        actor_name: clerk.name,
        after: { number, request_id: id, reason },
      },
      { action: 'payment.cancelled', actor_name: supervisor.name },
      {
        action: 'payment.cancel_approved',
        actor_name: supervisor.name,
        after: { number, request_id: id, asked_by: clerk.name },
      },
    ])
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('about an invoice cancels the invoice', async () => {
    const { id } = await bill()
    await approve(await askFor('invoice', id))
    expect(await statusOf('invoice', id)).toBe('cancelled')
  })

  test('is one at a time; after it was turned down somebody may ask again', async () => {
    const { id } = await bill()
    const first = await askFor('invoice', id)
    await expect(askFor('invoice', id)).rejects.toMatchObject({
      ...{ code: 'duplicate.cancel_request', blockers: [{ to: 'invoice', id }] },
    })
    await reject(first)
    expect(await stateOf(first)).toMatchObject({ state: 'rejected', note, decided_by: supervisor.id })
    expect(await statusOf('invoice', id)).toBe('unpaid')
    await withdraw(await askFor('invoice', id))
    await approve(await askFor('invoice', id))
  })

  test('is made of many at the same moment only once', async () => {
    const { id } = await bill()
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => ask('invoice', id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is refused for what could not be cancelled anyway, or has changed since it was read', async () => {
    const paid = await taken()
    await expect(askFor('invoice', paid.invoice_id)).toRefuse('invoice.has_payment')
    await expect(ask('invoice', (await cancelled()).id)).toRefuse('invoice.already_cancelled')
    const { id } = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, version: 2 }))
    await expect(ask('invoice', id)).toRefuse('version_conflict')
  })

  const cancelled = () =>
    tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, status: 'cancelled' }))
})

describe('nobody decides alone', () => {
  test('on their own request, not even with a second role', async () => {
    const both = await tenant.write((trx) =>
      user(trx, { roles: ['clerk', 'supervisor'] }, { branch_id: tenant.branch.id }),
    )
    const person: Actor = { ...supervisor, id: both.id, name: both.name, roles: ['clerk', 'supervisor'] }
    const { id } = await bill()
    const request = await askFor('invoice', id, person)
    await expect(approve(request, person)).toRefuse('four_eyes.own_request')
    await expect(reject(request, person)).toRefuse('four_eyes.own_request')
    expect(await stateOf(request)).toMatchObject({ state: 'open' })
    await approve(request, supervisor)
  })

  test('on the cancelling of what they entered, though somebody else asked', async () => {
    const { id } = await taken(supervisor)
    const request = await askFor('payment', id)
    await expect(approve(request, supervisor)).toRefuse('four_eyes.own_entry')
    await expect(reject(request, supervisor)).toRefuse('four_eyes.own_entry')
    await approve(request, admin)
    expect(await statusOf('payment', id)).toBe('cancelled')
  })

  test('a head who entered a payment asks, and another head approves', async () => {
    const { id } = await taken(supervisor)
    const now = { reason, today }
    await expect(
      tenant.write((trx) =>
        cancelNow(trx, supervisor, scopeOf(supervisor), { kind: 'payment', id, version: 1 }, now),
      ),
    ).toRefuse('four_eyes.own_entry')
    await approve(await askFor('payment', id, supervisor), admin)
    expect(await statusOf('payment', id)).toBe('cancelled')
  })

  test('and the table itself keeps no decision of who asked', async () => {
    const id = await askFor('invoice', (await bill()).id)
    const forged = tenant.write((trx) =>
      trx
        .updateTable('cancel_request')
        .set({ state: 'approved', decided_by: clerk.id, decided_at: new Date() })
        .where('id', '=', id)
        .execute(),
    )
    await expect(forged).rejects.toMatchObject({ constraint: 'cancel_request_four_eyes_check' })
  })
})

describe('a decision', () => {
  test('is taken once: of many approvals one cancels, and the books are right', async () => {
    const payment = await taken()
    const id = await askFor('payment', payment.id)
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => approve(id, index % 2 ? supervisor : admin)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const cancellings = (await auditOf(payment.id)).filter(({ action }) => action === 'payment.cancelled')
    expect(cancellings).toHaveLength(1)
    expect(await tenant.read(imbalance)).toEqual({})
    await expect(approve(id)).toRefuse('cancel_request.decided')
    await expect(reject(id)).toRefuse('cancel_request.decided')
    await expect(withdraw(id)).toRefuse('cancel_request.decided')
  })

  test('of two kinds at the same moment is one of them', async () => {
    const payment = await taken()
    const id = await askFor('payment', payment.id)
    const tries = await Promise.allSettled([approve(id), reject(id, admin), withdraw(id)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { state } = await stateOf(id)
    expect(await statusOf('payment', payment.id)).toBe(state === 'approved' ? 'cancelled' : 'paid')
  })

  test('is refused when the invoice has been paid meanwhile; the request stays open', async () => {
    const { id } = await bill()
    const request = await askFor('invoice', id)
    await tenant.write((trx) =>
      recordPayment(
        trx,
        clerk,
        id,
        { method: 'cash', amount: 12_000, paid_on: today },
        { scope: scopeOf(clerk), today, backdate_days: 30 },
      ),
    )
    await expect(approve(request)).toRefuse('invoice.has_payment')
    expect(await stateOf(request)).toMatchObject({ state: 'open' })
    await reject(request)
  })

  test('is withdrawn by who asked and nobody else', async () => {
    const request = await askFor('invoice', (await bill()).id)
    await expect(withdraw(request, supervisor)).toRefuse('cancel_request.not_yours')
    await withdraw(request)
    expect(await stateOf(request)).toMatchObject({ state: 'withdrawn', decided_by: clerk.id })
  })

  test('is also what a head does who cancels at once', async () => {
    const { id } = await bill()
    const request = await askFor('invoice', id)
    await tenant.write((trx) =>
      cancelNow(trx, supervisor, scopeOf(supervisor), { kind: 'invoice', id, version: 1 }, { reason, today }),
    )
    expect(await stateOf(request)).toMatchObject({ state: 'approved', decided_by: supervisor.id })
  })

  test('is taken back by a head who asked and then cancels at once', async () => {
    const { id } = await bill()
    const request = await askFor('invoice', id, supervisor)
    await tenant.write((trx) =>
      cancelNow(trx, supervisor, scopeOf(supervisor), { kind: 'invoice', id, version: 1 }, { reason, today }),
    )
    expect(await stateOf(request)).toMatchObject({ state: 'withdrawn' })
  })
})

test('another branch’s requests are neither listed nor found', async () => {
  const elsewhere = await tenant.write((trx) => branch(trx))
  const far = await tenant.write((trx) => invoice(trx, { branch_id: elsewhere.id }))
  const request = await askFor('invoice', far.id, admin)
  const idsFor = async (actor: Actor, given = {}) =>
    (await listed(tenant, cancelRequestList, { limit: '100', ...given }, { scope: scopeOf(actor) })).rows.map(
      ({ id }) => id,
    )
  expect(await idsFor(admin)).toContain(request)
  expect(await idsFor(admin, { state: 'open', q: far.number })).toEqual([request])
  expect(await idsFor(admin, { state: 'approved' })).not.toContain(request)
  expect(await idsFor(admin, { kind: 'payment' })).not.toContain(request)
  expect(await idsFor(supervisor)).not.toContain(request)
  for (const decide of [approve, reject, withdraw])
    await expect(decide(request, supervisor)).toRefuse('not_found.cancel_request')
})
