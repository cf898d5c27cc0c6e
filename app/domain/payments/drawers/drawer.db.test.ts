import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import type { CounterInput } from '#app/domain/payments/payments/payment.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { branch, user } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { closeDrawer, confirmDrawer, moveCash, openDrawer } from './change-drawer.ts'
import type { CloseDrawerInput } from './drawer.ts'
import { drawer, openDrawerOf } from './find-drawers.ts'

const today = '2026-01-31'
const reason = 'Wang kecil untuk baki'
let shop: Shop
let clerk: Actor
let colleague: Actor
let manager: Actor

beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  colleague = await shop.tenant.actor('supervisor')
  manager = await shop.tenant.actor('admin')
})

const branch_id = () => shop.tenant.branch.id
const start = (who = clerk, float = 10_000) =>
  shop.tenant.write((trx) =>
    openDrawer(trx, who, scopes.branch(who), { branch_id: branch_id(), float }, today),
  )
/** As the permission to fill a drawer reaches. */
const reachOf = (who: Actor) => scopes[scopeOf(who.roles, 'drawer.fill') as 'own' | 'branch'](who)
const move = (id: string, kind: 'in' | 'out', amount: number, who = clerk) =>
  shop.tenant.write((trx) => moveCash(trx, who, reachOf(who), id, { kind, amount, reason }))
const count = (id: string, input: Partial<CloseDrawerInput>, who = clerk) =>
  shop.tenant.write((trx) => closeDrawer(trx, who, reachOf(who), id, { cash: 0, version: 1, ...input }))
const confirm = (id: string, who: Actor, version = 2) =>
  shop.tenant.write((trx) => confirmDrawer(trx, who, scopes.all(who), id, version))
const read = (id: string) => shop.tenant.read((db) => drawer(db, scopes.all(clerk), id))

async function take(given: Partial<CounterInput> = {}, who = clerk) {
  const bill = await shop.bill()
  const input: CounterInput = { method: 'cash', amount: 12_000, ...given }
  const rules = { scope: scopes.all(who), today }
  return shop.tenant.write((trx) => recordAtCounter(trx, who, bill.payer_parent_id, input, rules))
}

/** Whatever is open is counted as it should be, so that each test begins with none. */
async function closeAll() {
  for (const who of [clerk, colleague]) {
    const open = await shop.tenant.read((db) => openDrawerOf(db, who.id!))
    if (open) await count(open.id, { cash: 99_999, difference_reason: reason }, who)
  }
}

test('what is taken goes into the drawer that the clerk has open, by method, as it was rounded', async () => {
  const before = await take()
  const id = await start()
  await take({ amount: 11_998 })
  await take({ method: 'cheque', reference_no: '512345' })
  const { payment_id } = await take()
  await take({}, colleague)
  await shop.tenant.write((trx) =>
    cancelPayment(trx, manager, scopes.all(manager), payment_id, { reason, today, version: null }),
  )
  await move(id, 'in', 5_000)
  await move(id, 'out', 2_000)
  const row = await read(id)
  expect(row.sums).toMatchObject([
    { method: 'cash', expected_sen: 10_000 + 12_000 + 5_000 - 2_000, counted_sen: null },
    { method: 'bank_transfer', expected_sen: 0 },
    { method: 'cheque', expected_sen: 12_000 },
    { method: 'card_terminal', expected_sen: 0 },
    { method: 'duitnow_qr', expected_sen: 0 },
  ])
  expect(row.payments).toBe(2)
  const early = await shop.tenant.read((db) =>
    db.selectFrom('payment').select('drawer_id').where('id', '=', before.payment_id).executeTakeFirst(),
  )
  expect(early).toEqual({ drawer_id: null })
  expect(await count(id, { cash: 25_000, cheque: 12_000 })).toBe('closed')
  expect(await read(id)).toMatchObject({ status: 'closed', difference_sen: 0, difference_reason: null })
  await shop.balanced()
})

describe('a drawer', () => {
  test('is one at a time for a person, at a branch of theirs', async () => {
    await closeAll()
    const id = await start()
    await expect(start()).rejects.toMatchObject({
      ...{ code: 'duplicate.drawer', blockers: [{ to: 'drawer', id }] },
    })
    const other = await shop.tenant.write((trx) => branch(trx))
    await expect(
      shop.tenant.write((trx) =>
        openDrawer(trx, colleague, scopes.branch(colleague), { branch_id: other.id, float: 0 }, today),
      ),
    ).rejects.toMatchObject({ code: 'not_found.branch' })
  })

  test('is opened at no branch that is none or not active, also by who reaches them all', async () => {
    const shut = await shop.tenant.write((trx) => branch(trx, { status: 'inactive' }))
    for (const branch_id of [shut.id, manager.id!]) {
      const opening = shop.tenant.write((trx) =>
        openDrawer(trx, manager, scopes.all(manager), { branch_id, float: 0 }, today),
      )
      await expect(opening).rejects.toMatchObject({ code: 'not_found.branch', field: 'branch_id' })
    }
  })

  test('gives no more than is in it', async () => {
    await closeAll()
    const id = await start(clerk, 1_000)
    await expect(move(id, 'out', 1_001)).rejects.toMatchObject({ code: 'drawer.too_little', field: 'amount' })
    await move(id, 'out', 1_000)
  })

  test.each([
    [1_233, 'RM12.35'],
    [1_236, 'RM12.35'],
    [2, 'RM0.05'],
  ])('moves no %i sen, for which there are no coins', async (sen, amount) => {
    await closeAll()
    const id = await start()
    const refusal = { code: 'drawer.no_coins', field: 'amount', values: { amount } }
    for (const kind of ['in', 'out'] as const)
      await expect(move(id, kind, sen)).rejects.toMatchObject(refusal)
  })

  test('that differs needs a reason and a second person, who is neither its clerk nor who counted it', async () => {
    await closeAll()
    const id = await start()
    await expect(count(id, { cash: 9_995 })).rejects.toMatchObject({
      code: 'drawer.reason_needed',
      field: 'difference_reason',
    })
    const given = { cash: 9_995, difference_reason: 'Lima sen hilang di kaunter' }
    expect(await count(id, given, colleague)).toBe('awaiting_confirmation')
    expect(await read(id)).toMatchObject({ difference_sen: -5, status: 'awaiting_confirmation' })
    for (const who of [clerk, colleague])
      await expect(confirm(id, who)).rejects.toMatchObject({ code: 'drawer.own' })
    await confirm(id, manager)
    expect(await read(id)).toMatchObject({ status: 'closed', confirmer: manager.name })
    await expect(confirm(id, manager, 3)).rejects.toMatchObject({ code: 'drawer.not_waiting' })
  })

  test('is told to those who may confirm it where it differs, and to nobody where it does not', async () => {
    const told = async (drawer_id: string) => {
      const rows = await withPlatform(shop.tenant.database.pool, (trx) =>
        trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'request.notify').execute(),
      )
      return rows.filter(({ payload }) => (payload as { id: string }).id === drawer_id).length
    }
    await closeAll()
    const right = await start()
    await count(right, { cash: 10_000 })
    expect(await told(right)).toBe(0)
    const wrong = await start()
    await count(wrong, { cash: 9_900, difference_reason: reason })
    expect(await told(wrong)).toBe(1)
    await confirm(wrong, manager)
  })

  test('differs where one method has too little and another as much too much', async () => {
    await closeAll()
    const id = await start()
    await take({ method: 'cheque', reference_no: '512346' })
    const swapped = { cash: 9_900, cheque: 12_100 }
    await expect(count(id, swapped)).rejects.toMatchObject({ code: 'drawer.reason_needed' })
    expect(await count(id, { ...swapped, difference_reason: reason })).toBe('awaiting_confirmation')
    await confirm(id, manager)
  })

  test('has nothing of what was taken on another day', async () => {
    await closeAll()
    const id = await start()
    const bill = await shop.bill()
    const given = { method: 'cash', amount: 6_000, early_reason: 'Dibayar sebelum invois' } as const
    const rules = { scope: scopes.branch(clerk), today, backdate_days: 30, by_hand: true }
    for (const paid_on of ['2026-01-30', today])
      await shop.tenant.write((trx) => recordPayment(trx, clerk, bill.id, { ...given, paid_on }, rules))
    expect((await read(id)).sums[0]).toMatchObject({ method: 'cash', expected_sen: 10_000 + 6_000 })
  })

  test('is filled and counted by its own clerk and by who stands above, and is not found by another clerk', async () => {
    await closeAll()
    const id = await start()
    const { id: other_id, name } = await shop.tenant.write((trx) =>
      user(trx, { roles: ['clerk'] }, { branch_id: branch_id() }),
    )
    const other: Actor = { ...clerk, id: other_id, name }
    await expect(move(id, 'in', 100, other)).rejects.toMatchObject({ code: 'not_found.drawer' })
    await expect(count(id, { cash: 10_000 }, other)).rejects.toMatchObject({ code: 'not_found.drawer' })
    expect(await read(id)).toMatchObject({ status: 'open', version: 1, moves: [] })
    const own = await start(other, 0)
    expect(await count(own, {}, other)).toBe('closed')
    await move(id, 'in', 100, colleague)
    expect(await count(id, { cash: 10_100 }, colleague)).toBe('closed')
  })

  test('is counted once: of ten who try, one', async () => {
    await closeAll()
    const id = await start()
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => count(id, { cash: 10_000 })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'drawer.not_open' })
    await expect(move(id, 'in', 100)).rejects.toMatchObject({ code: 'drawer.not_open' })
  })

  test('takes nothing any more from who waits while it is counted', async () => {
    await closeAll()
    const id = await start()
    const taken = await besides(
      shop.tenant,
      (held) =>
        shop.tenant.write(async (trx) => {
          await closeDrawer(trx, clerk, reachOf(clerk), id, { cash: 10_000, version: 1 })
          await held()
        }),
      () => take(),
    )
    expect(taken.status).toBe('fulfilled')
    const filled = await shop.tenant.read((db) =>
      db.selectFrom('payment').select('id').where('drawer_id', '=', id).execute(),
    )
    expect(filled).toEqual([])
  })

  test('of another branch is not found', async () => {
    const id = await start(colleague)
    const other = await shop.tenant.write((trx) => branch(trx))
    const scope = { ...scopes.branch(clerk), branch_ids: [other.id] }
    await expect(shop.tenant.read((db) => drawer(db, scope, id))).rejects.toMatchObject({
      code: 'not_found.drawer',
    })
  })
})
