import { beforeAll, describe, expect, test } from 'vitest'
import { spendCreditOn } from '#app/domain/billing/credits/use-credit.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { removeParent } from '#app/domain/people/parents/change-parent.ts'
import { newId } from '#db/id.ts'
import { branch, insert, parent, student } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { credit, creditBalance, invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { approveMove, rejectMove, requestCreditMove, withdrawMove } from './change-credit-move.ts'
import { creditMove } from './find-credit-moves.ts'

const reason = 'Ibu bapa tinggal berasingan'
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

/** Two families of the branch; the first has RM20.00 as credit, which came with a payment that was too much. */
async function families() {
  return shop.tenant.write(async (trx) => {
    const one = async () => {
      const child = await student(trx, { branch_id: shop.tenant.branch.id })
      return trx
        .selectFrom('parent')
        .select(['id', 'family_code'])
        .where('id', '=', child.payer!.id)
        .executeTakeFirstOrThrow()
    }
    const [from, to] = [await one(), await one()]
    await credit(trx, { parent_id: from.id })
    return { from, to }
  })
}
type Families = Awaited<ReturnType<typeof families>>

async function ask({ from, to }: Families, amount = 1_500, scope = everywhere) {
  const actor = await shop.tenant.actor('clerk')
  const input = { family_code: to.family_code, amount, reason }
  const { id } = await shop.tenant.write((trx) => requestCreditMove(trx, actor, scope, from.id, input))
  return id
}

async function approve(id: string, role: 'admin' | 'clerk' = 'admin', scope = everywhere) {
  const actor = await shop.tenant.actor(role)
  return shop.tenant.write((trx) => approveMove(trx, actor, scope, id))
}

const balances = ({ from, to }: Families) =>
  shop.tenant.read(async (db) => [await creditBalance(db, from.id), await creditBalance(db, to.id)])

const statusOf = async (id: string) => (await shop.tenant.read((db) => creditMove(db, everywhere, id))).status

describe('credit that is to be another family’s', () => {
  test('stays until somebody else approves, and then goes over whole', async () => {
    const both = await families()
    const id = await ask(both)
    expect(await balances(both)).toEqual([2_000, 0])
    await approve(id)
    expect(await balances(both)).toEqual([500, 1_500])
    expect(await statusOf(id)).toBe('approved')
    const told = await shop.tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['object_id', 'after'])
        .where('action', '=', 'credit.moved')
        .where('object_id', 'in', [both.from.id, both.to.id])
        .orderBy('position')
        .execute(),
    )
    expect(told).toMatchObject([
      { object_id: both.from.id, after: { delta_sen: -1_500 } },
      { object_id: both.to.id, after: { delta_sen: 1_500 } },
    ])
    await expect(approve(id)).toRefuse('credit_move.decided')
    expect(await balances(both)).toEqual([500, 1_500])
  })

  test('is no more than there is, when it is asked for and when it is approved', async () => {
    const both = await families()
    await expect(ask(both, 2_001)).toRefuse('credit_move.too_little')
    const id = await ask(both, 2_000)
    const bill = await shop.bill()
    await shop.tenant.write(async (trx) => {
      await trx
        .updateTable('invoice')
        .set({ payer_parent_id: both.from.id })
        .where('id', '=', bill.id)
        .execute()
      const use = { parent_id: both.from.id, invoice_id: bill.id, amount_sen: 1 }
      await spendCreditOn(trx, await shop.tenant.actor('clerk'), everywhere, use, '2026-02-01')
    })
    await expect(approve(id)).toRefuse('credit_move.too_little')
    expect(await balances(both)).toEqual([1_999, 0])
    expect(await statusOf(id)).toBe('requested')
  })

  test('is approved by nobody who asked, and by no parent of either family', async () => {
    const both = await families()
    const id = await ask(both)
    await expect(approve(id, 'clerk')).toRefuse('four_eyes.own_request')
    const clerk = await shop.tenant.actor('clerk')
    await expect(
      shop.tenant.write((trx) =>
        rejectMove(trx, clerk, everywhere, id, { decision_reason: 'Tidak dipersetujui' }),
      ),
    ).toRefuse('four_eyes.own_request')
    const admin = await shop.tenant.actor('admin')
    for (const parent_id of [both.from.id, both.to.id]) {
      const is = (user_id: string | null) =>
        shop.tenant.write((trx) =>
          trx.updateTable('parent').set({ user_id }).where('id', '=', parent_id).execute(),
        )
      await is(admin.id)
      await expect(approve(id)).toRefuse('four_eyes.own_family')
      await expect(
        shop.tenant.write((trx) =>
          rejectMove(trx, admin, everywhere, id, { decision_reason: 'Tidak dipersetujui' }),
        ),
      ).toRefuse('four_eyes.own_family')
      await is(null)
    }
    await shop.tenant.write((trx) =>
      rejectMove(trx, admin, everywhere, id, { decision_reason: 'Tidak dipersetujui' }),
    )
    expect(await statusOf(id)).toBe('rejected')
    expect(await balances(both)).toEqual([2_000, 0])
  })

  test('is asked for by nobody of either family', async () => {
    const both = await families()
    const clerk = await shop.tenant.actor('clerk')
    for (const parent_id of [both.from.id, both.to.id]) {
      const is = (user_id: string | null) =>
        shop.tenant.write((trx) =>
          trx.updateTable('parent').set({ user_id }).where('id', '=', parent_id).execute(),
        )
      await is(clerk.id)
      await expect(ask(both)).toRefuse('four_eyes.own_family')
      await is(null)
    }
    await ask(both)
  })

  test('goes to another family within reach, and nowhere else', async () => {
    const both = await families()
    await expect(ask({ ...both, to: both.from })).toRefuse('family.code')
    const far = await shop.tenant.write((trx) => branch(trx))
    const scope: RowScope = { ...everywhere, scope: 'branch', branch_ids: [shop.tenant.branch.id] }
    const stranger = await shop.tenant.write(async (trx) => {
      const child = await student(trx, { branch_id: far.id })
      return trx
        .selectFrom('parent')
        .select(['id', 'family_code'])
        .where('id', '=', child.payer!.id)
        .executeTakeFirstOrThrow()
    })
    await expect(ask({ ...both, to: stranger }, 1, scope)).toRefuse('family.code')
    const id = await ask({ ...both, to: stranger }, 1)
    await expect(approve(id, 'admin', scope)).toRefuse('not_found.credit_move')
    await expect(approve(id, 'admin', { ...scope, branch_ids: [far.id] })).toRefuse('not_found.credit_move')
  })

  test('ends also when a family was removed meanwhile, which nobody does who sees that it waits', async () => {
    const { from } = await families()
    const taker = await shop.tenant.write((trx) => parent(trx))
    const both = { from, to: { id: taker.id, family_code: taker.family_code } }
    const [clerk, admin] = [await shop.tenant.actor('clerk'), await shop.tenant.actor('admin')]
    const { write } = shop.tenant
    const id = await ask(both)
    await expect(write((trx) => removeParent(trx, admin, everywhere, { id: taker.id, version: 1 }))).toRefuse(
      'parent.in_use',
    )
    // One of two at the same moment may still find nothing that waits.
    await write((trx) =>
      trx.updateTable('parent').set({ deleted_at: new Date() }).where('id', '=', taker.id).execute(),
    )
    await expect(approve(id)).toRefuse('not_found.parent')
    expect(await balances(both)).toEqual([2_000, 0])
    await write((trx) => withdrawMove(trx, clerk, everywhere, id))
    expect(await statusOf(id)).toBe('withdrawn')
    await ask({ from, to: (await families()).to })
  })

  test('is asked for once at a time, and taken back by who asked', async () => {
    const both = await families()
    const id = await ask(both)
    await expect(ask(both)).rejects.toMatchObject({
      ...{ code: 'duplicate.credit_move', blockers: [{ to: 'credit_move', id }] },
    })
    const { write } = shop.tenant
    const [clerk, admin] = [await shop.tenant.actor('clerk'), await shop.tenant.actor('admin')]
    await expect(write((trx) => withdrawMove(trx, admin, everywhere, id))).toRefuse('credit_move.not_yours')
    await write((trx) => withdrawMove(trx, clerk, everywhere, id))
    await ask(both)
  })

  test('approved, withdrawn and spent at once: nothing is made or lost', async () => {
    for (let round = 0; round < 5; round++) {
      const both = await families()
      const id = await ask(both, 2_000)
      const clerk = await shop.tenant.actor('clerk')
      await Promise.allSettled([
        approve(id),
        approve(id),
        shop.tenant.write((trx) => withdrawMove(trx, clerk, everywhere, id)),
      ])
      const [from, to] = await balances(both)
      expect([from, to]).toEqual((await statusOf(id)) === 'approved' ? [0, 2_000] : [2_000, 0])
    }
  })

  test('waits for who is just spending it, and finds what is left', async () => {
    const both = await families()
    const id = await ask(both, 2_000)
    const clerk = await shop.tenant.actor('clerk')
    const bill = await shop.tenant.write((trx) =>
      invoice(trx, { branch_id: shop.tenant.branch.id, payer_parent_id: both.from.id }),
    )
    const use = { parent_id: both.from.id, invoice_id: bill.id, amount_sen: 500 }
    const approved = await besides(
      shop.tenant,
      (held) =>
        shop.tenant.write(async (trx) => {
          await spendCreditOn(trx, clerk, everywhere, use, '2026-01-31')
          await held()
        }),
      () => approve(id),
    )
    expect(approved).toMatchObject({ status: 'rejected', reason: { code: 'credit_move.too_little' } })
    expect(await balances(both)).toEqual([1_500, 0])
  })

  test('leaves and comes in the same act, whoever writes it: the database refuses a half', async () => {
    const both = await families()
    const id = await ask(both)
    const entry = { reason: 'moved', credit_move_id: id }
    const half = { id: newId(), parent_id: both.to.id, delta_sen: 1_500, ...entry }
    await expect(shop.tenant.write((trx) => insert(trx, 'credit_entry', half))).rejects.toMatchObject({
      constraint: 'credit_entry_moved_whole',
    })
    await approve(id)
    const twice = shop.tenant.write(async (trx) => {
      await insert(trx, 'credit_entry', { ...half, id: newId() })
      await insert(trx, 'credit_entry', { ...half, id: newId(), parent_id: both.from.id, delta_sen: -500 })
    })
    await expect(twice).rejects.toMatchObject({ constraint: 'credit_entry_moved_whole' })
    expect(await balances(both)).toEqual([500, 1_500])
  })
})
