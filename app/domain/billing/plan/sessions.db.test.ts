import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDraft, editDraft, removeDraft } from '#app/domain/billing/invoices/change-invoice.ts'
import type { LineInput } from '#app/domain/billing/invoices/invoice.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import type { SessionStatus } from '#app/domain/classes/sessions/words.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import {
  branch,
  enrolment,
  type GivenEnrolment,
  insert,
  student,
  subject,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { type DueLine, dueFees } from './due.ts'
import { expectedFees } from './expected.ts'

describe('a fee by session', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
  })

  const price = 3_500
  /** A student in a class that is paid by session. */
  const seated = (given: GivenEnrolment = {}, fee: Parameters<typeof subjectFee>[1] = {}) =>
    tenant.write(async (trx) => {
      const pupil = await student(trx, { branch_id: tenant.branch.id })
      const { id: subject_id } = await subject(trx, { branch_id: tenant.branch.id })
      await subjectFee(trx, { subject_id, amount_sen: price, frequency: 'session', ...fee })
      await enrolment(trx, { student_id: pupil.id, subject_id, ...given })
      return { student_id: pupil.id, subject_id }
    })

  async function become(trx: Trx, id: string, status: SessionStatus) {
    await sql`update class_session set status = ${status}::text,
      confirmed_at = case when ${status}::text = 'confirmed' then now() end,
      cancelled_at = case when ${status}::text = 'cancelled' then now() end,
      cancel_reason = case when ${status}::text = 'cancelled' then 'Guru sakit' end where id = ${id}`.execute(
      trx,
    )
  }
  const held = (subject_id: string, held_on: string, given: Parameters<typeof session>[1] = {}) =>
    tenant.write(async (trx) => {
      const { id } = await session(trx, { subject_id, held_on, ...given })
      await become(trx, id, 'confirmed')
      return id
    })
  const change = (id: string, status: SessionStatus) => tenant.write((trx) => become(trx, id, status))

  /** What the first of a month suggests to bill. */
  const due = async (student_id: string, month: string) =>
    (await tenant.read((db) => dueFees(db, student_id, `${month}-01`))).lines
  const quantities = async (student_id: string, month: string) =>
    (await due(student_id, month)).map(({ quantity }) => quantity / 100)
  const sent = ({ amount_sen: _, due_on: __, ...given }: DueLine): LineInput => ({
    ...given,
    period_starts_on: given.period_starts_on ?? undefined,
    period_ends_on: given.period_ends_on ?? undefined,
    discount_reason: given.discount_reason ?? undefined,
  })
  const draft = (student_id: string, items: LineInput[], month: string) =>
    tenant.write((trx) =>
      createDraft(
        trx,
        clerk,
        scopes.branch(clerk),
        student_id,
        { due_on: `${month}-20`, items },
        `${month}-01`,
      ),
    )
  /** Bills what is due, and says how many sessions that were. */
  async function bill(student_id: string, month: string) {
    const lines = await due(student_id, month)
    const id = lines.length > 0 ? await draft(student_id, lines.map(sent), month) : null
    return { id, sessions: lines.reduce((sum, { quantity }) => sum + quantity / 100, 0) }
  }

  test('charges the sessions held in the month before, and says which', async () => {
    const { student_id, subject_id } = await seated()
    const ids = [await held(subject_id, '2026-02-02'), await held(subject_id, '2026-02-28')]
    await held(subject_id, '2026-03-01')
    const [line, ...more] = await due(student_id, '2026-03')
    expect(more).toEqual([])
    expect(line).toMatchObject({
      ...{ quantity: 200, price, amount_sen: 2 * price },
      ...{ period_starts_on: '2026-02-01', period_ends_on: '2026-02-28', due_on: '2026-03-07' },
      facts: { sessions: { late: 0, back: [], held: ids.map((id) => ({ id, turn: 1 })) } },
    })
  })

  test('charges extra sessions and what replaces a cancelled one, but not what is for those who missed one', async () => {
    const { student_id, subject_id } = await seated()
    const off = await held(subject_id, '2026-02-02', { kind: 'regular' })
    await change(off, 'cancelled')
    await held(subject_id, '2026-02-03', { kind: 'makeup', replaces_id: off })
    await held(subject_id, '2026-02-04', { kind: 'makeup' })
    await held(subject_id, '2026-02-05')
    expect(await quantities(student_id, '2026-03')).toEqual([2])
  })

  test('does not charge a session in which a student makes up for one that was charged', async () => {
    const { student_id, subject_id } = await seated()
    const missed = await held(subject_id, '2026-02-02')
    const later = await held(subject_id, '2026-02-09')
    await tenant.write((trx) =>
      insert(trx, 'attendance_mark', {
        ...{ session_id: later, student_id, entry_id: newId(), mark: 'present', makeup_for_id: missed },
        ...{ marked_at: new Date(), marked_by: clerk.id! },
      }),
    )
    expect(await quantities(student_id, '2026-03')).toEqual([1])
  })

  test('charges only while the student is enrolled and not paused, also after they have left', async () => {
    const { student_id, subject_id } = await seated({
      ...{ starts_on: '2026-02-03', ends_on: '2026-02-20', status: 'ended' },
      ...{ paused_from: '2026-02-09', paused_to: '2026-02-11' },
    })
    for (const day of ['02', '03', '09', '11', '12', '20', '21']) await held(subject_id, `2026-02-${day}`)
    expect(await quantities(student_id, '2026-03')).toEqual([3])
    expect(await quantities(student_id, '2026-06')).toEqual([3])
  })

  test('takes up with the next month what was confirmed late, once', async () => {
    const { student_id, subject_id } = await seated()
    const late = await tenant.write((trx) =>
      session(trx, { subject_id, held_on: '2026-01-12', status: 'open' }),
    )
    await held(subject_id, '2026-01-19')
    expect((await bill(student_id, '2026-02')).sessions).toBe(1)
    await change(late.id, 'confirmed')
    expect(await quantities(student_id, '2026-02')).toEqual([])
    await held(subject_id, '2026-02-02')
    expect(await due(student_id, '2026-03')).toMatchObject([
      { quantity: 200, facts: { sessions: { late: 1 } } },
    ])
    await bill(student_id, '2026-03')
    expect(await quantities(student_id, '2026-04')).toEqual([])
  })

  test('leaves what was held more than twelve months before', async () => {
    const long = { starts_on: '2025-01-01' }
    const { student_id, subject_id } = await seated(long, long)
    for (const day of ['2025-02-28', '2025-03-01']) await held(subject_id, day)
    expect(await quantities(student_id, '2026-03')).toEqual([1])
  })

  test('gives back with the next month what was charged and then cancelled', async () => {
    const { student_id, subject_id } = await seated()
    const gone = await held(subject_id, '2026-01-12')
    await bill(student_id, '2026-02')
    await change(gone, 'cancelled')
    expect(await quantities(student_id, '2026-03')).toEqual([])
    await held(subject_id, '2026-02-02')
    await held(subject_id, '2026-02-09')
    expect(await due(student_id, '2026-03')).toMatchObject([
      { quantity: 100, facts: { sessions: { back: [{ id: gone, turn: 2 }] } } },
    ])
    await bill(student_id, '2026-03')
    expect(await quantities(student_id, '2026-04')).toEqual([])
  })

  test('is not charged by two invoices that were calculated at the same time', async () => {
    const { student_id, subject_id } = await seated()
    await held(subject_id, '2026-01-12')
    const [february, march] = [await due(student_id, '2026-02'), await due(student_id, '2026-03')]
    await draft(student_id, february.map(sent), '2026-02')
    const refused = await draft(student_id, march.map(sent), '2026-03').catch(asRefusal)
    expect(refused).toMatchObject({ code: 'invoice.already_billed', field: 'items[0].description' })
  })

  test('counts as charged when its line was written by hand', async () => {
    const { student_id, subject_id } = await seated()
    await held(subject_id, '2026-01-12')
    await held(subject_id, '2026-01-19')
    const [line] = await due(student_id, '2026-02')
    const { facts: _, ...typed } = sent(line!) as LineInput & { facts: unknown }
    const id = await draft(student_id, [{ ...typed, quantity: 100 }], '2026-02')
    expect(await quantities(student_id, '2026-03')).toEqual([])
    await tenant.write((trx) =>
      editDraft(
        trx,
        clerk,
        scopes.branch(clerk),
        id,
        1,
        { due_on: '2026-02-20', items: [typed] },
        '2026-02-01',
      ),
    )
    expect(await quantities(student_id, '2026-03')).toEqual([])
    await tenant.write((trx) => removeDraft(trx, clerk, scopes.branch(clerk), id, 2))
    expect(await quantities(student_id, '2026-03')).toEqual([2])
  })

  test('written by hand claims no session that the plan would not charge', async () => {
    const { student_id, subject_id } = await seated({}, { starts_on: '2026-01-10' })
    await held(subject_id, '2026-01-05')
    const missed = await held(subject_id, '2026-01-12')
    const makesUp = await held(subject_id, '2026-01-19')
    await tenant.write((trx) =>
      insert(trx, 'attendance_mark', {
        ...{ session_id: makesUp, student_id, entry_id: newId(), mark: 'present', makeup_for_id: missed },
        ...{ marked_at: new Date(), marked_by: clerk.id! },
      }),
    )
    const [line] = await due(student_id, '2026-02')
    const { facts: _, ...typed } = sent(line!) as LineInput & { facts: unknown }
    await draft(student_id, [{ ...typed, price: 3_400 }], '2026-02')
    expect(await quantities(student_id, '2026-02')).toEqual([])
    await held(subject_id, '2026-02-02')
    expect(await quantities(student_id, '2026-03')).toEqual([1])
  })

  test('lives beside a monthly price of the same fee before and after it', async () => {
    const { student_id, subject_id } = await seated({}, { starts_on: '2026-02-01', ends_on: '2026-02-28' })
    const { fee_type_id } = await tenant.read((db) =>
      db
        .selectFrom('subject_fee')
        .select('fee_type_id')
        .where('subject_id', '=', subject_id)
        .executeTakeFirstOrThrow(),
    )
    await tenant.write(async (trx) => {
      await subjectFee(trx, {
        subject_id,
        fee_type_id,
        amount_sen: 9_000,
        starts_on: '2026-01-01',
        ends_on: '2026-01-31',
      })
      await subjectFee(trx, { subject_id, fee_type_id, amount_sen: 9_900, starts_on: '2026-03-01' })
    })
    for (const day of ['2026-01-12', '2026-02-02', '2026-03-02']) await held(subject_id, day)
    expect(await quantities(student_id, '2026-02')).toEqual([])
    expect((await due(student_id, '2026-03')).map(({ amount_sen }) => amount_sen).sort()).toEqual([
      price,
      9_900,
    ])
    await bill(student_id, '2026-03')
    expect((await due(student_id, '2026-04')).map(({ amount_sen }) => amount_sen)).toEqual([9_900])
  })

  test('is estimated by the sessions that a class agreed for a month, and not on the first invoice', async () => {
    const { subject_id } = await seated({}, { starts_on: '2026-01-01' })
    await held(subject_id, '2026-03-05')
    const seats = [{ id: newId(), subject_id, starts_on: '2026-03-02' }]
    const child = {
      id: newId(),
      is_new: true,
      branch_id: tenant.branch.id,
      nationality: 'MY',
      born_on: '2016-05-04',
    }
    const family = { parent_id: newId(), is_new: true, income_above_2500: true }
    const expected = await tenant.read((db) =>
      expectedFees(db, family, [{ ...child, seats }], '2026-03-02', 'en'),
    )
    expect(expected).toEqual({ first: [], next: { month: '2026-04-01', sen: 4 * price } })
  })

  test('is beside a monthly fee by lessons, which leaves out the closing days of the organisation', async () => {
    const { student_id, subject_id } = await seated(
      { starts_on: '2026-03-10' },
      {
        ...{ frequency: 'monthly', proration: 'by_session', amount_sen: 12_000 },
      },
    )
    const far = await tenant.write((trx) => branch(trx))
    await tenant.write(async (trx) => {
      // Mondays of March 2026: 2, 9, 16, 23 and 30.
      await insert(trx, 'subject_schedule', {
        ...{ subject_id, weekday: 1, starts: '10:00', ends: '11:00' },
      })
      const days = { starts_on: '2026-03-23', ends_on: '2026-03-24', name: 'Cuti pusat' }
      await insert(trx, 'closure', { id: newId(), ...days, branch_id: far.id })
    })
    const share = async () => (await due(student_id, '2026-03'))[0]!.facts.share
    expect(await share()).toMatchObject({ counted: 3, of: 4 })
    const close = (branch_id: string | null, on: string) =>
      tenant.write((trx) =>
        insert(trx, 'closure', { id: newId(), name: 'Cuti pusat', starts_on: on, ends_on: on, branch_id }),
      )
    await close(tenant.branch.id, '2026-03-23')
    await close(null, '2026-03-02')
    expect(await share()).toMatchObject({ counted: 2, of: 3 })
  })

  test('whatever the order, what was charged in the end is what was held', async () => {
    const months = ['2026-02', '2026-03', '2026-04', '2026-05']
    const status = fc.constantFrom<SessionStatus>('open', 'confirmed', 'confirmed', 'cancelled')
    const turn = fc.record({
      become: fc.array(fc.tuple(fc.nat(7), status), { maxLength: 5 }),
      bills: fc.boolean(),
      letsGo: fc.option(fc.nat(3)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: months.length, maxLength: months.length }),
        async (turns) => {
          const { student_id, subject_id } = await seated()
          const ids = await tenant.write(async (trx) => {
            const all = []
            for (let n = 0; n < 8; n++)
              all.push(
                (await session(trx, { subject_id, held_on: `2026-0${1 + (n % 4)}-1${n}`, status: 'open' }))
                  .id,
              )
            return all
          })
          const drafts: string[] = []
          const letGo = (id: string) =>
            tenant.write((trx) => removeDraft(trx, clerk, scopes.branch(clerk), id, 1))
          for (const [index, { become: next, bills, letsGo }] of turns.entries()) {
            for (const [n, to] of next) await change(ids[n]!, to)
            const { id } = bills ? await bill(student_id, months[index]!) : { id: null }
            if (id) drafts.push(id)
            if (letsGo !== null && letsGo < drafts.length) await letGo(drafts.splice(letsGo, 1)[0]!)
          }
          // Enough to set off whatever is to be given back.
          for (let day = 10; day < 20; day++) await held(subject_id, `2026-05-${day}`)
          await bill(student_id, '2026-06')
          const { rows } = await tenant.read((db) =>
            sql<{ charged: number; held: number }>`select
            (select sum(item.amount_sen)::int from invoice_item as item join invoice on invoice.id = item.invoice_id
              where invoice.student_id = ${student_id}) as charged,
            (select count(*)::int * ${price}::int from class_session
              where subject_id = ${subject_id} and status = 'confirmed') as held`.execute(db),
          )
          expect(rows[0]!.charged).toBe(rows[0]!.held)
          expect(await quantities(student_id, addMonths('2026-06-01', 1).slice(0, 7))).toEqual([])
        },
      ),
      { numRuns: soaking ? 200 : 8 },
    )
  }, 60_000)
})
