import { beforeAll, describe, expect, test, vi } from 'vitest'
import { tabCounts } from '#app/domain/core/lists/read-list.ts'
import {
  branch,
  enrolment,
  feeType,
  insert,
  parent,
  student,
  subject,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { sql, type Transaction } from 'kysely'
import { claimFees, releaseFees } from '#app/domain/billing/plan/claim.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { shownStatus } from '#app/domain/core/invoicing/invoice.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { listed, reader } from '#tests/support/database/lists.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { allocation, invoice as makeInvoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { billSeveral, createDraft, studentsOfClass } from './change-invoice.ts'
import { invoice, invoiceList, invoicePayments } from './find-invoices.ts'
import { line, scopes, today } from './test-support.ts'

beforeAll(databaseForMany)

describe('the list of invoices', () => {
  const today = '2026-02-15'
  let tenant: Tenant
  let klang: string
  let made: Record<'overdue' | 'unpaid' | 'pending' | 'paid' | 'cancelled' | 'draft' | 'elsewhere', string>

  beforeAll(async () => {
    tenant = await freshTenant()
    made = await tenant.write(async (trx) => {
      const zulaikha = await student(trx, { name: 'Zulaikha Seratus%', student_no: '260001' })
      const owner = { student_id: zulaikha.id, payer_parent_id: zulaikha.payer!.id }
      klang = (await branch(trx)).id
      const one = async (given: Parameters<typeof makeInvoice>[1]) => (await makeInvoice(trx, given)).id
      return {
        overdue: await one({ ...owner, due_on: '2026-02-14' }),
        unpaid: await one({ ...owner, due_on: '2026-02-15', paid_sen: 2_000 }),
        pending: await one({ status: 'pending', due_on: '2026-01-31' }),
        paid: await one({ status: 'paid', issued_on: '2026-01-15' }),
        cancelled: await one({ status: 'cancelled' }),
        draft: await one({ status: 'draft', ...owner }),
        elsewhere: await one({ branch_id: klang }),
      }
    })
  })

  async function found(query: Record<string, string>, scope = 'all' as 'all' | 'branch') {
    const actor = await tenant.actor('supervisor')
    const page = await listed(tenant, invoiceList, query, { scope: scopes[scope](actor), today })
    return {
      ...page,
      names: page.rows.map(({ id }) => Object.entries(made).find(([, known]) => known === id)?.[0]),
    }
  }

  describe('the list', () => {
    test('shows the newest first, and which are overdue', async () => {
      const { names, rows } = await found({})
      expect(names).toEqual(['elsewhere', 'draft', 'cancelled', 'paid', 'pending', 'unpaid', 'overdue'])
      expect(rows.map(({ status }) => status)).toEqual([
        'overdue',
        'draft',
        'cancelled',
        'paid',
        'pending',
        'part_paid',
        'overdue',
      ])
    })

    test('has the same status as the pure function', async () => {
      const { rows } = await found({})
      const stored = await tenant.read((db) =>
        db.selectFrom('invoice').select(['id', 'status', 'due_on', 'paid_sen']).execute(),
      )
      for (const { id, status } of rows)
        expect(status).toBe(shownStatus(stored.find((row) => row.id === id)!, today))
    })

    test('adds up what is owed, without drafts and cancelled invoices', async () => {
      const { totals } = await found({})
      expect(totals).toEqual({ total_sen: 60_000, paid_sen: 14_000, credited_sen: 0, balance_sen: 46_000 })
      const outstanding = await found({ status: 'outstanding' })
      expect(outstanding.totals.balance_sen).toBe(46_000)
    })

    test.each([
      [{ status: 'overdue' }, ['elsewhere', 'overdue']],
      [{ status: 'unpaid' }, ['unpaid']],
      [{ status: 'outstanding' }, ['elsewhere', 'pending', 'unpaid', 'overdue']],
      [{ status: 'draft' }, ['draft']],
      [{ issued_to: '2026-01-15' }, ['paid']],
      [{ issued_from: '2026-01-16', status: 'outstanding', q: 'zulaikha' }, ['unpaid', 'overdue']],
      [{ q: '260001' }, ['draft', 'unpaid', 'overdue']],
      [{ q: 'seratus%' }, ['draft', 'unpaid', 'overdue']],
      [{ q: '%' }, ['draft', 'unpaid', 'overdue']],
      [{ sort: 'due_on', status: 'outstanding' }, ['pending', 'elsewhere', 'overdue', 'unpaid']],
    ])('finds by %o', async (query, names) => {
      expect((await found(query as Record<string, string>)).names).toEqual(names)
    })

    test('for a branch has no invoices of another one, with or without a filter', async () => {
      const { names, total } = await found({}, 'branch')
      expect(names).not.toContain('elsewhere')
      expect(total).toBe(6)
      expect((await found({ branch_id: klang }, 'branch')).total).toBe(0)
      expect((await found({ branch_id: klang })).names).toEqual(['elsewhere'])
    })

    test('counts only the reader’s branches on its tabs, whoever read the list before', async () => {
      const clerk = await tenant.actor('supervisor')
      const counted = (scope: 'all' | 'branch') =>
        tenant.read((db) =>
          tabCounts(invoiceList, db, reader({ scope: scopes[scope](clerk), today }), search),
        )
      const search = invoiceList.search.parse({})
      const [whole, own] = [await counted('all'), await counted('branch')]
      expect([whole?.all, whole?.each.get('overdue')]).toEqual([7, 2])
      expect([own?.all, own?.each.get('overdue')]).toEqual([6, 1])
    })
  })

  describe('one invoice', () => {
    test('comes with its lines and what was paid on it', async () => {
      const actor = await tenant.actor('clerk')
      const { id } = await tenant.write(async (trx) => {
        const row = await makeInvoice(trx, { paid_sen: 5_000 }, [{ price_sen: 9_000 }, { price_sen: 3_000 }])
        const paid = await payment(trx, { amount_sen: 5_000 })
        await allocation(trx, paid.id, row.id, 5_000)
        return row
      })
      const row = await tenant.read((db) => invoice(db, scopes.branch(actor), id))
      expect(row.items.map(({ amount_sen }) => amount_sen)).toEqual([9_000, 3_000])
      expect(row).toMatchObject({ total_sen: 12_000, paid_sen: 5_000, balance_sen: 7_000 })
      expect(await tenant.read((db) => invoicePayments(db, id))).toMatchObject([
        { amount_sen: 5_000, method: 'cash' },
      ])
    })

    test("of another branch, another organisation or nobody's is not found", async () => {
      const clerk = await tenant.actor('clerk')
      const read = (id: string) => tenant.read((db) => invoice(db, scopes.branch(clerk), id))
      await expect(read(made.elsewhere)).toRefuse('not_found.invoice')
      const other = await freshTenant()
      const foreign = await other.write((trx) => makeInvoice(trx))
      await expect(read(foreign.id)).toRefuse('not_found.invoice')
      await expect(read('01900000-0000-7000-8000-000000000000')).toRefuse('not_found.invoice')
    })
  })

  describe('a parent', () => {
    test('finds what they pay and what is their children’s, never a draft, a stranger’s or an internal note', async () => {
      const actor = await tenant.actor('parent')
      const mine = await tenant.write(async (trx) => {
        const child = await student(trx, {}, { payer: { id: actor.parent_id! } })
        const pays = { student_id: child.id, payer_parent_id: actor.parent_id!, internal_note: 'Slow payer' }
        const otherParent = await parent(trx)
        const sponsored = await student(trx)
        await insert(trx, 'student_parent', {
          student_id: child.id,
          parent_id: otherParent.id,
          relationship: 'mother',
        })
        return {
          paid: (await makeInvoice(trx, pays)).id,
          draft: (await makeInvoice(trx, { ...pays, status: 'draft' })).id,
          byTheOther: (await makeInvoice(trx, { student_id: child.id, payer_parent_id: otherParent.id })).id,
          sponsored: (await makeInvoice(trx, { student_id: sponsored.id, payer_parent_id: actor.parent_id! }))
            .id,
        }
      })
      const scope = scopes.own(actor)
      const page = await listed(tenant, invoiceList, {}, { scope, today })
      expect(page.rows.map(({ id }) => id).sort()).toEqual(
        [mine.paid, mine.byTheOther, mine.sponsored].sort(),
      )
      expect(await tenant.read((db) => invoice(db, scope, mine.paid))).toMatchObject({ internal_note: null })
      expect(await tenant.read((db) => invoice(db, scope, mine.byTheOther))).toMatchObject({
        payer_phone: '',
        payer_email: null,
      })
      await expect(tenant.read((db) => invoice(db, scope, mine.draft))).toRefuse('not_found.invoice')
      await expect(tenant.read((db) => invoice(db, scope, made.unpaid))).toRefuse('not_found.invoice')
    })

    test('without a parent record finds nothing', async () => {
      const actor = { ...(await tenant.actor('parent')), parent_id: null }
      const page = await listed(tenant, invoiceList, {}, { scope: scopes.own(actor), today })
      expect(page.rows).toEqual([])
    })
  })
})

describe('billing several students', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
  })

  /** A class with two children who are paid for, and one elsewhere. */
  const aClass = () =>
    tenant.write(async (trx) => {
      const { id: subject_id } = await subject(trx)
      const far = await branch(trx)
      const seated = async (name: string, branch_id = tenant.branch.id) => {
        const { id } = await student(trx, { name, branch_id })
        await enrolment(trx, { student_id: id, subject_id })
        return id
      }
      return {
        subject_id,
        b: await seated('Bakar'),
        a: await seated('Aminah'),
        far: await seated('Chong', far.id),
      }
    })

  const asked = { due_on: '2026-02-07', items: [line()], send: 'none' as const, step: 'issue' as const }
  const bill = (student_ids: string[], given: Partial<typeof asked | { step: 'draft' }> = {}) =>
    tenant.write((trx) =>
      billSeveral(trx, clerk, scopes.branch(clerk), { ...asked, ...given, student_ids }, today),
    )
  const invoicesOf = (student_ids: string[]) =>
    tenant.read((db) =>
      db
        .selectFrom('invoice')
        .innerJoin('student', 'student.id', 'invoice.student_id')
        .select(['student.name', 'invoice.status', 'invoice.number', 'invoice.total_sen'])
        .where('student_id', 'in', student_ids)
        .orderBy('student.name')
        .execute(),
    )

  describe('several students', () => {
    test('get an invoice each with the same lines, numbered by their names', async () => {
      const { subject_id, a, b } = await aClass()
      const offered = await tenant.read((db) => studentsOfClass(db, scopes.branch(clerk), { subject_id }))
      expect(offered.map(({ name }) => name)).toEqual(['Aminah', 'Bakar'])
      const found = await tenant.read((db) =>
        studentsOfClass(db, scopes.branch(clerk), { subject_id, q: 'bak' }),
      )
      expect(found.map(({ id }) => id)).toEqual([b])
      expect(await bill([b, a, b])).toBe(2)
      const [first, second] = await invoicesOf([a, b])
      expect(first).toMatchObject({ name: 'Aminah', status: 'unpaid', total_sen: 12_000 })
      expect(second).toMatchObject({ name: 'Bakar', status: 'unpaid', total_sen: 12_000 })
      expect(Number(second!.number!.slice(-6)) - Number(first!.number!.slice(-6))).toBe(1)
      expect(await tenant.read(imbalance)).toEqual({})
    })

    test('are drafts without numbers, if that is wanted', async () => {
      const { a, b } = await aClass()
      await bill([a, b], { step: 'draft' })
      expect((await invoicesOf([a, b])).map(({ status, number }) => [status, number])).toEqual([
        ['draft', null],
        ['draft', null],
      ])
    })

    test('are billed all or none: not with one elsewhere, nor with one for whom nobody pays, who is named', async () => {
      const { a, b, far } = await aClass()
      await expect(() => bill([a, far])).toRefuse('not_found.student', 'student_ids')
      await tenant.write((trx) => trx.deleteFrom('student_parent').where('student_id', '=', b).execute())
      await expect(() => bill([a, b])).toRefuse('invoice.nobody_pays', 'student_ids')
      expect(await invoicesOf([a, b, far])).toEqual([])
    })
  })
})

describe('the fees that an invoice bills', () => {
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
})

describe('foreign keys of an invoice', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const aRun = async (trx: Trx) => {
    const row = { id: newId(), month: '2026-03-01', setting: JSON.stringify({}) }
    await trx.insertInto('generation').values(row).execute()
    return row
  }
  /** Of a draft, whose lines may change. */
  const onLine = (column: 'subject_fee_id' | 'fee_type_id') => (trx: Trx, id: string) =>
    makeInvoice(trx, { status: 'draft' }, [{ price_sen: 500, [column]: id }])
  const onInvoice = (column: 'branch_id' | 'generation_id') => (trx: Trx, id: string) =>
    makeInvoice(trx, { [column]: id })

  const write = {
    subject_fee_id: onLine('subject_fee_id'),
    fee_type_id: onLine('fee_type_id'),
    branch_id: onInvoice('branch_id'),
    generation_id: onInvoice('generation_id'),
  }

  interface Naming {
    table: string
    column: keyof typeof write
    of: string
    make(trx: Trx): Promise<{ id: string }>
  }

  const cases: Naming[] = [
    { table: 'invoice_item', column: 'subject_fee_id', of: 'subject_fee', make: subjectFee },
    { table: 'invoice_item', column: 'fee_type_id', of: 'fee_type', make: feeType },
    { table: 'invoice', column: 'branch_id', of: 'branch', make: branch },
    { table: 'invoice', column: 'generation_id', of: 'generation', make: aRun },
  ]

  describe.each(cases)('the $column of an $table', ({ table, column, of, make }) => {
    const name = write[column]
    const another = async () => (await tenant.write((trx) => make(trx))).id
    const refused = { code: '23503', constraint: `${table}_${column}_fkey` }

    test('names one that there is, and only that', async () => {
      const id = await another()
      await tenant.write((trx) => name(trx, id))
      await expect(tenant.write((trx) => name(trx, newId()))).rejects.toMatchObject(refused)
    })

    test('may come to name another, and none that is not', async () => {
      const [id, other] = [await another(), await another()]
      const change = (to: string) =>
        tenant.write((trx) =>
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} in (${id}, ${other})`.execute(
            trx,
          ),
        )
      await tenant.write((trx) => name(trx, id))
      expect((await change(other)).numAffectedRows).toBe(1n)
      await expect(change(newId())).rejects.toMatchObject(refused)
    })

    test('keeps that from being removed', async () => {
      const [id, unnamed] = [await another(), await another()]
      const remove = (one: string) =>
        tenant.write((trx) => sql`delete from ${sql.table(of)} where id = ${one}`.execute(trx))
      await tenant.write((trx) => name(trx, id))
      await expect(remove(id)).rejects.toMatchObject(refused)
      expect((await remove(unnamed)).numAffectedRows).toBe(1n)
    })
  })
})
