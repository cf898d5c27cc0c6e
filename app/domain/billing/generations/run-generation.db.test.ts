import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor, userOrSystemActor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { runGeneration, undoGenerationOf } from '#jobs/handlers/generations.ts'
import { aClass as aFee, child, given } from '#tests/support/billing/cases.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import { discount, enrolment, insert, parent, student, type Trx } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { reachOf } from '#app/domain/enrolment/imports/kind.ts'
import { lockInvoices } from '#app/domain/payments/attempts/invoice-locks.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'
import { imbalance } from '#tests/support/database/money.ts'
import {
  allocation,
  credit,
  creditBalance,
  payment,
  paymentAttempt,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailTime } from './bill-chunk.ts'
import { endRun } from './end-generation.ts'
import { remainingInvoices } from './find-generations.ts'
import { chunkStudents } from './generation.ts'
import { billNextChunk, skipBilledStudents } from './run-generation.ts'
import {
  aClass,
  allIsWell,
  billing,
  gapsAndDoubles,
  nextMonth,
  pupils,
  refusalOf,
  today,
} from './test-support.ts'

beforeAll(databaseForMany)

describe('running', () => {
  let tenant: Tenant
  test.each([
    ['02 06:30', '02 09:00', 'at its hour on the day of issue'],
    ['02 15:00', '02 15:00', 'at once where that hour is over'],
    ['02 21:00', '02 21:00', 'until nine'],
    ['02 21:01', '03 09:00', 'on the next morning after nine'],
    ['03 02:00', '03 09:00', 'on that morning in the night'],
  ])('what is billed at %s in March is mailed at %s: %s', async (now, goes) => {
    const at = (on: string) => new Date(`2026-03-${on.replace(' ', 'T')}:00+08:00`)
    const moment = mailTime('2026-03-02', '09:00', sql<Date>`${at(now)}::timestamptz`)
    const { rows } = await tenant.read((db) => sql<{ goes: Date }>`select ${moment} as goes`.execute(db))
    expect(rows).toEqual([{ goes: at(goes) }])
  })

  beforeAll(async () => {
    tenant = await freshTenant()
  })

  describe('a run', () => {
    test('bills what the preview has shown, to the sen, and mails families at the configured hour', async () => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx, 15_000))
      await at.write((trx) => pupils(trx, taught.id, 4))
      await at.write(async (trx) => {
        const child = await student(trx, {}, { payer: await parent(trx, { email: null }) })
        const seat = { student_id: child.id, subject_id: taught.id, starts_on: '2026-01-05' }
        await trx
          .insertInto('enrolment')
          .values({ id: child.id, ...seat })
          .execute()
      })
      const one = await billing(at).preview()
      expect(await one.now()).toMatchObject({ status: 'previewed', student_count: 5 })
      expect((await one.now()).hash).toMatch(/^[0-9a-f]{64}$/)
      const promised = await one.counts()
      expect(promised).toMatchObject({ ready: 5, invoices: 5, total_sen: 75_000, before_sen: 0 })
      expect(promised.differences).toMatchObject([{ difference: 'new', students: 5 }])
      expect(await one.run()).toMatchObject({ status: 'completed', error_code: null })
      const bills = await one.invoices()
      expect(bills.map(({ total_sen, status, issued_on }) => [total_sen, status, issued_on])).toEqual(
        Array(5).fill([15_000, 'unpaid', today]),
      )
      expect((await one.counts()).total_sen).toBe(promised.total_sen)
      const { rows: mails } = await withPlatform(at.database.pool, (trx) =>
        sql<{ hour: string; early: boolean }>`
        select to_char(run_at at time zone 'Asia/Kuala_Lumpur', 'HH24:MI') as hour,
          run_at < now() - interval '1 minute' as early
        from platform.outbox where name = 'invoice.send' and entity_id = ${at.entity.id}`.execute(trx),
      )
      expect(mails).toHaveLength(4)
      expect(mails.every(({ hour, early }) => hour >= '08:00' && hour <= '21:00' && !early)).toBe(true)
      await allIsWell(at)
    })

    test('that is repeated bills nobody, and uses up no number', async () => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx))
      await at.write((trx) => pupils(trx, taught.id, 3))
      await (await billing(at).preview()).run()
      const again = await billing(at).preview()
      expect(await again.counts()).toMatchObject({ ready: 0, skipped: 3 })
      expect(await refusalOf(again.start())).toBe('generation.nothing')
      const [one] = await again.students()
      expect(one).toMatchObject({ result: 'skipped', reason: 'already_billed' })
      await allIsWell(at)
    })

    test('of a class without students has nothing to bill, and is refused', async () => {
      const at = await freshTenant()
      await at.write((trx) => aClass(trx))
      const one = await billing(at).preview()
      expect(await one.now()).toMatchObject({ status: 'previewed', student_count: 0 })
      expect(await refusalOf(one.start())).toBe('generation.nothing')
    })

    test('that two clerks start at once starts once, also from two previews', async () => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx))
      await at.write((trx) => pupils(trx, taught.id, 2))
      const [mine, theirs] = [await billing(at).preview(), await billing(at).preview()]
      const same = await Promise.all([refusalOf(mine.start()), refusalOf(mine.start())])
      expect(same.filter(Boolean)).toHaveLength(1)
      expect(['version_conflict', 'generation.state']).toContain(same.find(Boolean))
      expect(await refusalOf(theirs.start())).toBe('generation.other_run')
      await mine.work()
      expect(await refusalOf(theirs.start())).toBeUndefined()
      expect(await theirs.work()).toMatchObject({ status: 'previewed' })
      expect((await theirs.now()).changes).toMatchObject([{ kind: 'student', is: 'already_billed' }, {}])
      await allIsWell(at)
    })

    test.each([
      ['before it begins', skipBilledStudents],
      ['while it bills', async () => {}],
    ])('beside which somebody bills the same %s leaves that to them', async (_when, begin) => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx))
      await at.write((trx) => pupils(trx, taught.id, 2))
      const [one, other] = [await billing(at).preview(), await billing(at).preview()]
      await one.run()
      // As if the comparison had been made just before the other run was over.
      await at.write((trx) =>
        trx
          .updateTable('generation')
          .set({ status: 'running', run_at: new Date(), issued_on: today, checked_at: new Date() })
          .where('id', '=', other.id())
          .execute(),
      )
      await begin(at.write, other.id())
      const waiting = (await other.students()).filter(({ result }) => result === 'ready')
      expect(waiting).toHaveLength(begin === skipBilledStudents ? 0 : 2)
      while (await billNextChunk(at.write, other.id(), systemActor));
      await at.write((trx) => endRun(trx, other.id()))
      expect(await other.now()).toMatchObject({ status: 'completed' })
      expect(await other.invoices()).toEqual([])
      expect((await other.students()).map(({ result, reason }) => [result, reason])).toEqual(
        Array(2).fill(['skipped', 'already_billed']),
      )
      await allIsWell(at)
    })
  })

  test('a worker that dies in the middle bills nobody twice and forgets nobody, also when two continue together', async () => {
    const taught = await tenant.write((trx) => aClass(trx))
    const count = 2 * chunkStudents + 7
    await tenant.write((trx) => manyPupils(trx, taught.id, count))
    const one = await (await billing(tenant).preview()).start()
    await tenant.write((trx) =>
      trx.updateTable('generation').set({ checked_at: new Date() }).where('id', '=', one.id()).execute(),
    )
    const actor = await tenant.read((db) => userOrSystemActor(db, null))
    await billNextChunk(tenant.write, one.id(), actor)
    const dies: typeof tenant.write = (work) =>
      tenant.write(async (trx) => {
        await work(trx)
        throw new Error('killed')
      })
    await expect(billNextChunk(dies, one.id(), actor)).rejects.toThrow('killed')
    expect(await one.invoices()).toHaveLength(chunkStudents)
    const again = () => runGeneration({ generation_id: one.id() }, jobTools(tenant, 'generation.run'))
    await Promise.all([again(), again(), again()])
    expect(await one.now()).toMatchObject({ status: 'completed' })
    expect(await one.invoices()).toHaveLength(count)
    const { rows } = await tenant.read((db) =>
      sql`select student_id from invoice group by student_id having count(*) > 1`.execute(db),
    )
    expect(rows).toEqual([])
    await allIsWell(tenant)
  })

  test('a hundred runs of one month at once give one invoice for each key', async () => {
    const at = await freshTenant()
    const taught = await at.write((trx) => aClass(trx))
    await at.write((trx) => manyPupils(trx, taught.id, 40))
    const all = Array.from({ length: 100 }, () => billing(at))
    for (const one of all) await one.preview()
    const outcomes = await Promise.all(all.map((one) => refusalOf(one.run())))
    expect(outcomes.filter((outcome) => outcome === undefined).length).toBeGreaterThanOrEqual(1)
    const bills = await Promise.all(all.map((one) => one.invoices()))
    expect(bills.flat()).toHaveLength(40)
    expect(new Set(bills.flat().map(({ student_id }) => student_id)).size).toBe(40)
    await allIsWell(at)
  })

  /** Another run of those who failed, which came to its end before it began. */
  const lostRetry = (trx: Trx, retry_of_id: string) =>
    trx
      .insertInto('generation')
      .values({ id: newId(), month: `${nextMonth}-01`, setting: '{}', status: 'failed', retry_of_id })
      .execute()

  describe('what fails', () => {
    test('is listed with its reason, and billed after a correction by another run that refers to the first', async () => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx))
      await at.write((trx) => pupils(trx, taught.id, 2))
      const orphan = await at.write((trx) => student(trx, { name: 'Yatim' }, { payer: null }))
      await at.write((trx) =>
        trx
          .insertInto('enrolment')
          .values({ id: orphan.id, student_id: orphan.id, subject_id: taught.id, starts_on: '2026-01-05' })
          .execute(),
      )
      const one = await billing(at).preview()
      expect(await one.counts()).toMatchObject({ ready: 2, failed: 1 })
      expect(await one.run()).toMatchObject({ status: 'partial', retryable: true })
      const payer = await at.write((trx) => parent(trx))
      await at.write((trx) =>
        trx
          .insertInto('student_parent')
          .values({
            student_id: orphan.id,
            parent_id: payer.id,
            relationship: 'father',
            is_primary: true,
            is_payer: true,
          })
          .execute(),
      )
      await at.write((trx) => lostRetry(trx, one.id()))
      const other = await one.retry()
      expect(await other.now()).toMatchObject({ status: 'completed', retry_of_id: one.id() })
      expect((await other.invoices()).map(({ student_id }) => student_id)).toEqual([orphan.id])
      expect((await one.now()).retryable).toBe(false)
      await allIsWell(at)
    })

    test('in the database does not stop the billing of others', async () => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx))
      const [, bad] = await at.write((trx) => pupils(trx, taught.id, 3))
      const one = await billing(at).preview()
      await at.write((trx) =>
        trx
          .updateTable('generation_item')
          .set({ price_sen: -1 })
          .where('generation_id', '=', one.id())
          .where('student_id', '=', bad!.id)
          .execute(),
      )
      await at.write((trx) =>
        trx
          .updateTable('generation')
          .set({ status: 'running', run_at: new Date(), issued_on: today, checked_at: new Date() })
          .where('id', '=', one.id())
          .execute(),
      )
      expect(await one.work()).toMatchObject({ status: 'partial' })
      const told = await one.students()
      expect(told).toHaveLength(3)
      // where in the run they stand is by name
      for (const { student_id, result, reason } of told)
        expect([result, reason]).toEqual(student_id === bad!.id ? ['failed', 'error'] : ['created', null])
      await allIsWell(at)
    })

    test('because a student has left or has another payer since the comparison is not billed', async () => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx))
      const [left, stays] = await at.write((trx) => pupils(trx, taught.id, 2))
      const one = await (await billing(at).preview()).start()
      await at.write(async (trx) => {
        const checked = trx.updateTable('generation').set({ checked_at: new Date() })
        await checked.where('id', '=', one.id()).execute()
        await trx.updateTable('student').set({ status: 'inactive' }).where('id', '=', left!.id).execute()
      })
      expect(await one.work()).toMatchObject({ status: 'partial' })
      expect((await one.invoices()).map(({ student_id }) => student_id)).toEqual([stays!.id])
      expect((await one.students())[0]).toMatchObject({ result: 'failed', reason: 'changed' })
      await allIsWell(at)
    })
  })

  test('an invoice of nothing is paid as it is issued', async () => {
    const at = await freshTenant()
    await at.write(async (trx) => {
      await trx
        .insertInto('setting')
        .values({ key: 'generation', value: JSON.stringify({ issue_zero: true }) })
        .execute()
      const { subject_id } = await aFee(trx, { amount_sen: 5_000 })
      const [free] = [await child(trx, 'A', null, subject_id), await child(trx, 'B', null, subject_id)]
      await given(trx, free.id, { type: 'scholarship', percent_bp: 10_000 })
    })
    const run = await billing(at).preview()
    await run.run()
    const bills = await run.invoices()
    expect(bills.toSorted((a, b) => a.total_sen - b.total_sen)).toMatchObject([
      { total_sen: 0, status: 'paid', paid_on: today },
      { total_sen: 5_000, status: 'unpaid', paid_on: null },
    ])
    await allIsWell(at)
  })

  test('an invoice is due when the first of its fees is', async () => {
    const at = await freshTenant()
    await at.write(async (trx) => {
      const [late, early] = [await aClass(trx), await aClass(trx)]
      for (const [{ fee }, due_day] of [[late, 25] as const, [early, 20] as const])
        await trx.updateTable('subject_fee').set({ due_day }).where('id', '=', fee.id).execute()
      const [one] = await pupils(trx, late.id, 1)
      await enrolment(trx, { student_id: one!.id, subject_id: early.id, starts_on: '2026-01-05' })
    })
    const month = addMonths(`${nextMonth}-01`, 1).slice(0, 7)
    const run = await billing(at, { month }).preview()
    await run.run()
    expect(await run.invoices()).toMatchObject([{ due_on: `${month}-20`, total_sen: 24_000 }])
  })

  test('one invoice for each class, where the organisation has chosen that', async () => {
    const at = await freshTenant()
    await at.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'generation', value: JSON.stringify({ group_by: 'subject' }) })
        .execute(),
    )
    const [taught, other] = await at.write(async (trx) => [
      await aClass(trx, 10_000),
      await aClass(trx, 5_000),
    ])
    const [one] = await at.write((trx) => pupils(trx, taught!.id, 2))
    await at.write((trx) =>
      trx
        .insertInto('enrolment')
        .values({ id: one!.id, student_id: one!.id, subject_id: other!.id, starts_on: '2026-01-05' })
        .execute(),
    )
    const run = await billing(at).preview()
    expect(await run.counts()).toMatchObject({ ready: 2, invoices: 3, total_sen: 25_000 })
    await run.run()
    expect((await run.invoices()).map(({ total_sen }) => total_sen).toSorted()).toEqual(
      [10_000, 10_000, 5_000].toSorted(),
    )
    await allIsWell(at)
  })
})

describe('undoing', () => {
  /** A month that was billed, of so many students. */
  async function billed(tenant: Tenant, count: number) {
    const taught = await tenant.write((trx) => aClass(trx, 10_000))
    await tenant.write((trx) => pupils(trx, taught.id, count))
    const one = await billing(tenant).preview()
    await one.run()
    return { one, taught, bills: await one.invoices() }
  }

  const statuses = async (one: ReturnType<typeof billing>) =>
    (await one.invoices()).map(({ status }) => status)

  test('an undone run cancels its invoices, lets their fees be billed again, and sends no queued mail', async () => {
    const tenant = await freshTenant()
    const { one, bills } = await billed(tenant, 3)
    expect((await one.undo()).undone_at).not.toBeNull()
    expect(await statuses(one)).toEqual(Array(3).fill('cancelled'))
    expect((await one.invoices()).map(({ number }) => number)).toEqual(bills.map(({ number }) => number))
    expect((await one.students()).map(({ result }) => result)).toEqual(Array(3).fill('undone'))
    expect(await tenant.read((db) => db.selectFrom('billed_fee').selectAll().execute())).toEqual([])
    await handlerOf('invoice.send')({ invoice_id: bills[0]!.id }, jobTools(tenant, 'invoice.send'))
    expect(await tenant.read((db) => db.selectFrom('sent_mail').selectAll().execute())).toEqual([])
    const entries = await tenant.read((db) =>
      db.selectFrom('audit_log').select('after').where('action', '=', 'generation.undone').execute(),
    )
    expect(entries).toMatchObject([
      { after: { cancelled: 3, staying: 0, invoices: bills.map(({ id }) => id).toSorted() } },
    ])
    const corrected = await billing(tenant).preview()
    expect(await corrected.counts()).toMatchObject({ ready: 3 })
    expect(await corrected.run()).toMatchObject({ status: 'completed' })
    await allIsWell(tenant)
  })

  test('the early-payment discount is reversed when the run is undone', async () => {
    const tenant = await freshTenant()
    const taught = await tenant.write((trx) => aClass(trx, 10_000))
    const [child] = await tenant.write((trx) => pupils(trx, taught.id, 1))
    const parent_id = child!.payer!.id
    await tenant.write(async (trx) => {
      await discount(trx, { type: 'early', days_early: 1, percent_bp: 500 })
      await trx.updateTable('fee_category').set({ discountable: true }).execute()
      await credit(trx, { parent_id, delta_sen: 10_000, reason: 'adjust' })
    })
    const one = await billing(tenant).preview()
    await one.run()
    const balance = () => tenant.read((db) => creditBalance(db, parent_id))
    expect(await statuses(one)).toEqual(['paid'])
    expect(await balance()).toBe(500)
    await one.undo()
    expect(await statuses(one)).toEqual(['cancelled'])
    expect(await balance()).toBe(10_000)
    await allIsWell(tenant)
  })

  test('credit that was applied automatically is returned when the invoices are undone', async () => {
    const tenant = await freshTenant()
    const taught = await tenant.write((trx) => aClass(trx, 10_000))
    const [child] = await tenant.write((trx) => pupils(trx, taught.id, 2))
    const parent_id = child!.payer!.id
    await tenant.write(async (trx) => {
      const money = await payment(trx, { amount_sen: 10_000, payer_parent_id: parent_id })
      await credit(trx, { parent_id, delta_sen: 10_000, payment_id: money.id })
    })
    const one = await billing(tenant).preview()
    await one.run()
    const balance = () => tenant.read((db) => creditBalance(db, parent_id))
    expect((await statuses(one)).toSorted()).toEqual(['paid', 'unpaid'])
    expect(await balance()).toBe(0)
    await one.undo()
    expect(await statuses(one)).toEqual(['cancelled', 'cancelled'])
    expect(await balance()).toBe(10_000)
    await (await billing(tenant).preview()).run()
    expect(await balance()).toBe(0)
    const broken = await tenant.read(imbalance)
    expect(broken).toEqual({ payments_less_collections: 10_000 })
  })

  test('invoices that are paid, in payment or changed stay and are listed; their fees are not billed twice afterwards', async () => {
    const tenant = await freshTenant()
    const { one, bills } = await billed(tenant, 5)
    const [paid, pending, amended, cancelled] = bills
    const admin = await tenant.actor('admin')
    const scope = reachOf(admin, 'invoice.cancel')
    await tenant.write(async (trx) => {
      const money = await payment(trx, { amount_sen: 10_000, payer_parent_id: paid!.payer_parent_id })
      await allocation(trx, money.id, paid!.id, 10_000)
      const set = { status: 'paid', paid_sen: 10_000, version: 2 }
      await trx.updateTable('invoice').set(set).where('id', '=', paid!.id).execute()
      const attempt = await paymentAttempt(trx, {})
      await lockInvoices(trx, attempt.id, [pending!.public_code], new Date(Date.now() + 600_000))
      const change = {
        due_on: addDays(today, 20),
        remark: '',
        internal_note: '',
        reason: 'Ibu bapa minta masa',
      }
      await amendInvoice(trx, admin, scope, amended!.id, 1, change, today)
      await cancelInvoice(trx, admin, scope, cancelled!.id, 1, 'Dibilkan dua kali')
    })
    await one.undo()
    expect(await statuses(one)).toEqual(['paid', 'pending', 'unpaid', 'cancelled', 'cancelled'])
    expect((await one.students()).map(({ result }) => result)).toEqual([
      ...Array(3).fill('created'),
      ...Array(2).fill('undone'),
    ])
    const [entry] = await tenant.read((db) =>
      db.selectFrom('audit_log').select('after').where('action', '=', 'generation.undone').execute(),
    )
    const stayed = [paid, pending, amended].map((bill) => bill!.number)
    expect(entry).toMatchObject({ after: { cancelled: 1, staying: 3, stayed, invoices: [bills[4]!.id] } })
    const again = await billing(tenant).preview()
    // The one that somebody cancelled by hand keeps its key: nobody has said to bill it again.
    expect(await again.counts()).toMatchObject({ ready: 1, skipped: 4 })
    expect(await gapsAndDoubles(tenant)).toEqual({})
    // The payment was written down by hand, without the book of what came in.
    expect(await tenant.read(imbalance)).toEqual({ payments_less_collections: 10_000 })
  })

  test('an invoice that is in an e-invoice stays, one that the tax portal has refused does not', async () => {
    const tenant = await freshTenant()
    const { one, bills } = await billed(tenant, 3)
    const [valid, refused] = bills
    await tenant.write(async (trx) => {
      await insert(trx, 'einvoice_setting', { id: newId(), status: 'validated' })
      await einvoiceDocument(trx, { invoice_id: valid!.id, status: 'valid' })
      await einvoiceDocument(trx, { invoice_id: refused!.id, status: 'invalid' })
    })
    const { rows } = await tenant.read((db) => remainingInvoices(db, one.id(), 10))
    expect(rows).toMatchObject([{ id: valid!.id, why: 'reported' }])
    await one.undo()
    expect(await statuses(one)).toEqual(['unpaid', 'cancelled', 'cancelled'])
  })

  test('of an undo and a simultaneous payment of one of its invoices one succeeds', async () => {
    const tenant = await freshTenant()
    const { one, bills } = await billed(tenant, 12)
    await one.askUndo()
    const pay = (code: string) =>
      tenant.write(async (trx) => {
        const attempt = await paymentAttempt(trx, {})
        return lockInvoices(trx, attempt.id, [code], new Date(Date.now() + 600_000))
      })
    const [, ...paying] = await Promise.all([
      undoGenerationOf({ generation_id: one.id() }, jobTools(tenant, 'generation.undo')),
      ...bills.map(({ public_code }) => refusalOf(pay(public_code))),
    ])
    const now = await statuses(one)
    expect(paying.map((refusal) => (refusal === undefined ? 'pending' : 'cancelled'))).toEqual(now)
    const { rows } = await tenant.read((db) =>
      sql`select invoice.id from invoice left join billed_fee on billed_fee.invoice_id = invoice.id
      where (invoice.status = 'cancelled') = (billed_fee.invoice_id is not null)`.execute(db),
    )
    expect(rows).toEqual([])
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('a run is undone within 48 hours and once, also by two jobs', async () => {
    const tenant = await freshTenant()
    const { one } = await billed(tenant, 2)
    const ended = (passed: string) =>
      tenant.write((trx) =>
        trx
          .updateTable('generation')
          .set({ finished_at: sql<Date>`now() - ${passed}::interval` })
          .where('id', '=', one.id())
          .execute(),
      )
    await ended('48 hours')
    expect(await refusalOf(one.askUndo())).toBe('generation.undo_over')
    await ended('47 hours')
    await one.askUndo()
    const undo = () => undoGenerationOf({ generation_id: one.id() }, jobTools(tenant, 'generation.undo'))
    await Promise.all([undo(), undo()])
    expect(await refusalOf(one.askUndo())).toBe('generation.undo_over')
    const entries = await tenant.read((db) =>
      db.selectFrom('audit_log').select('id').where('action', '=', 'generation.undone').execute(),
    )
    expect(entries).toHaveLength(1)
    await allIsWell(tenant)
  })
})
