import { sql, type Transaction } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { claimFees, releaseFees } from '#app/domain/billing/plan/claim.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { student, subjectFee } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { createDraft } from './change-invoice.ts'
import { line, scopes, today } from './test-support.ts'

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

const aStudent = async () => (await tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))).id

/** A draft whose line bills a month of a class. */
const billed = async () => {
  const student_id = await aStudent()
  const fee = await tenant.write((trx) => subjectFee(trx))
  const month = { period_starts_on: '2026-02-01', period_ends_on: '2026-02-28' }
  const items = [line({ subject_fee_id: fee.id, fee_type_id: fee.fee_type_id, ...month })]
  return tenant.write((trx) =>
    createDraft(trx, clerk, scopes.branch(clerk), student_id, { due_on: '2026-02-07', items }, today),
  )
}

const columns = ['student_id', 'subject_id', 'fee_type_id', 'invoice_id', 'invoice_item_id'] as const
const other = '00000000-0000-7000-8000-000000000001'
const rowOf = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('billed_fee').selectAll().where('invoice_id', '=', id).executeTakeFirstOrThrow(),
  )
const change = (id: string, column: (typeof columns)[number], value: string) =>
  tenant.write((trx) =>
    trx
      .updateTable('billed_fee')
      .set({ [column]: value })
      .where('invoice_id', '=', id)
      .execute(),
  )

test.each(columns)('the %s of a billed fee is a foreign key', async (column) => {
  const refused = { code: '23503', constraint: `billed_fee_${column}_fkey` }
  await expect(change(await billed(), column, other)).rejects.toMatchObject(refused)
})

describe('the database refuses, as no foreign key could,', () => {
  const refused = { code: '23514', constraint: 'billed_fee_line' }

  test.each(columns)('a billed fee with the %s of another than its line and invoice', async (column) => {
    const [id, another] = [await billed(), await rowOf(await billed())]
    await expect(change(id, column, another[column])).rejects.toMatchObject(refused)
  })

  test('an invoice whose lines, written before it, bill another student', async () => {
    const id = await billed()
    const stranger = await aStudent()
    const writing = tenant.write(async (trx) => {
      const {
        student_id: _,
        balance_sen: __,
        ...row
      } = await trx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const line = await trx
        .selectFrom('invoice_item')
        .selectAll()
        .where('invoice_id', '=', id)
        .executeTakeFirstOrThrow()
      const billed = await trx
        .selectFrom('billed_fee')
        .selectAll()
        .where('invoice_id', '=', id)
        .executeTakeFirstOrThrow()
      await sql`set constraints invoice_item_invoice_id_fkey, billed_fee_invoice_id_fkey deferred`.execute(
        trx,
      )
      const moved = { ...line, id: other, invoice_id: other, facts: JSON.stringify(line.facts) }
      await trx.insertInto('invoice_item').values(moved).execute()
      const next = { ...billed, period_key: '2031-01', invoice_id: other, invoice_item_id: other }
      await trx.insertInto('billed_fee').values(next).execute()
      await trx
        .insertInto('invoice')
        .values({ ...row, id: other, student_id: stranger, public_code: 'B'.repeat(26) })
        .execute()
    })
    await expect(writing).rejects.toMatchObject(refused)
  })
})

describe('while somebody claims the fee of a line and somebody else removes that line, no fee stays billed for none:', () => {
  const claimed = (id: string) =>
    tenant.read((db) =>
      db.selectFrom('billed_fee').select('subject_id').where('invoice_id', '=', id).execute(),
    )
  /** A draft whose line has not taken its fee yet. */
  const unclaimed = async () => {
    const id = await billed()
    await tenant.write((trx) => releaseFees(trx, id))
    return id
  }
  const remove = (id: string) => (trx: Transaction<DB>) =>
    trx.deleteFrom('invoice_item').where('invoice_id', '=', id).execute()
  const claim = (id: string) => (trx: Transaction<DB>) => claimFees(trx, id)
  /** The second begins when the first has done its work, and the first ends when the second waits for it. */
  const oneAfterTheOther = async (
    first: (trx: Transaction<DB>) => Promise<unknown>,
    second: (trx: Transaction<DB>) => Promise<unknown>,
  ) => {
    const [done, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
    const pidOf = async (trx: Transaction<DB>) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]!.pid
    const earlier = tenant.write(async (trx) => {
      await first(trx)
      done.resolve()
      const pid = await waits.promise
      await vi.waitFor(async () => {
        const { rows } = await sql<{ blocked: boolean }>`
          select pg_backend_pid() = any(pg_blocking_pids(${pid})) as blocked`.execute(trx)
        expect(rows).toEqual([{ blocked: true }])
      })
    })
    const later = done.promise.then(() =>
      tenant.write(async (trx) => {
        waits.resolve(await pidOf(trx))
        await second(trx)
      }),
    )
    return Promise.allSettled([earlier, later])
  }

  test('who removes waits for who claims, and frees the fee', async () => {
    const id = await unclaimed()
    const ends = await oneAfterTheOther(claim(id), remove(id))
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await claimed(id)).toEqual([])
  })

  test('who claims waits for who removes, and is refused', async () => {
    const id = await unclaimed()
    const [removed, refused] = await oneAfterTheOther(remove(id), claim(id))
    expect(removed.status).toBe('fulfilled')
    expect(refused).toMatchObject({
      reason: { code: '23503', constraint: 'billed_fee_invoice_item_id_fkey' },
    })
    expect(await claimed(id)).toEqual([])
  })
})
