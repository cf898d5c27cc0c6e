import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gapMs } from '#app/integrations/myinvois/limits.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { gateOf } from './portal-tools.ts'
import { enqueueSubmission, resumeSubmissions } from './queue.ts'
import { hour, minute } from './schedule.ts'
import { openSchool, openTestPortal, type School, type TestPortal } from './test-support.ts'
import { enqueueTurns, takeTurn } from './turn.ts'

let portal: TestPortal
let school: School
let here: Tenant
let there: Tenant
beforeAll(async () => {
  portal = await openTestPortal()
  school = await openSchool(portal)
  here = school.tenant
  there = await freshTenant()
})
afterAll(() => portal.close())

describe('calls with one client id', () => {
  const at = new Date('2026-11-10T08:00:00Z')
  const gate = (key: string, { now = at, patienceMs = 60_000, tenant = here } = {}) => {
    const waited: number[] = []
    const sleep = async (ms: number) => waited.push(ms)
    return {
      ...gateOf({ write: tenant.write, config: school.tools.config, now: () => now, patienceMs, sleep }, key),
      waited,
    }
  }

  test('are evenly spaced, whatever organisations and processes make them at once', async () => {
    const key = crypto.randomUUID()
    const gates = [gate(key), gate(key, { tenant: there })]
    await Promise.all(Array.from({ length: 10 }, (_, n) => gates[n % 2]!.enter('login')))
    const waited = gates.flatMap((one) => one.waited).sort((one, other) => one - other)
    // The first does not wait.
    expect(waited).toEqual(Array.from({ length: 9 }, (_, n) => (n + 1) * gapMs('login')))
    expect(gapMs('login')).toBeGreaterThanOrEqual(5_000)
  })

  test('of another kind, or with another client id, are counted apart', async () => {
    const key = crypto.randomUUID()
    const one = gate(key)
    await one.enter('login')
    await one.enter('submit')
    await gate(crypto.randomUUID()).enter('login')
    expect(one.waited).toEqual([])
  })

  test('that would wait too long take no moment and come back', async () => {
    const key = crypto.randomUUID()
    const one = gate(key, { patienceMs: 3_000 })
    expect(await one.enter('search')).toBe(0)
    expect(await one.enter('search')).toBe(gapMs('search'))
    expect(await one.enter('search')).toBe(gapMs('search'))
    const later = gate(key, { patienceMs: 3_000, now: new Date(at.getTime() + gapMs('search')) })
    expect(await later.enter('search')).toBe(0)
    expect(later.waited).toEqual([])
  })

  test('wait for everybody when the portal asks one of them to', async () => {
    const key = crypto.randomUUID()
    await gate(key).hold('submit', 17_000)
    expect(await gate(key, { patienceMs: 3_000, tenant: there }).enter('submit')).toBe(17_000)
    expect(await gate(key, { patienceMs: 3_000 }).enter('state')).toBe(0)
  })

  test('are not put off for years by a clock that was ahead', async () => {
    const key = crypto.randomUUID()
    await gate(key, { now: new Date('2031-01-01T00:00:00Z') }).enter('submit')
    expect(await gate(key, { patienceMs: 3_000 }).enter('submit')).toBe(0)
  })

  test('are counted where an organisation sees and changes nothing itself', async () => {
    const { role } = here.place
    for (const text of ['select * from platform.einvoice_slot', 'delete from platform.einvoice_slot'])
      expect(await codeOf(role, text), text).toBe('42501')
  })
})

describe('the turn of an organisation', () => {
  const planned = (tenant: Tenant) =>
    tenant.read((db) => db.selectFrom('platform.einvoice_turn').select('next_at').executeTakeFirst())
  const turns = () => withPlatform(here.database.pool, (trx) => enqueueTurns(trx))
  const past = new Date(Date.now() - minute)
  const plan = (tenant: Tenant, next_at: Date | null) =>
    tenant.write((trx) => trx.updateTable('platform.einvoice_turn').set({ next_at }).execute())
  const take = (now = school.clock.now()) => here.write((trx) => takeTurn(trx, { id: newId() }, now))

  test('comes only for those that have something to do, and once', async () => {
    await here.write((trx) => enqueueSubmission(trx))
    expect(await planned(there)).toBeUndefined()
    expect(await turns()).toBe(0)
    await plan(here, past)
    expect(await turns()).toBe(1)
    expect(await school.jobs('einvoice.turn')).toHaveLength(1)
    expect(await turns()).toBe(0)
  })

  test('asks again for what has lost its job: a step, a queue, a cancellation', async () => {
    await school.queue(1)
    await school.work()
    await here.write((trx) =>
      trx
        .updateTable('einvoice_submission')
        .set({ next_at: new Date(school.clock.ms - hour) })
        .where('state', '=', 'accepted')
        .execute(),
    )
    await school.queue(1)
    school.clock.advance(hour)
    const [follows, submits] = [await school.jobs('einvoice.follow'), await school.jobs('einvoice.submit')]
    await take()
    expect((await school.jobs('einvoice.follow')).length).toBe(follows.length + 1)
    expect((await school.jobs('einvoice.submit')).length).toBe(submits.length + 1)
    expect((await planned(here))!.next_at!.getTime()).toBeGreaterThan(school.clock.ms)

    await school.settle()
    const [document] = await school.documents()
    await here.write((trx) =>
      trx
        .updateTable('einvoice_document')
        .set({ cancel_requested_at: new Date(school.clock.ms - hour), cancel_reason: 'Salah' })
        .where('id', '=', document!.id)
        .execute(),
    )
    await take()
    expect(await school.jobs('einvoice.cancel')).toMatchObject([{ payload: { document_id: document!.id } }])
  })

  test('ends when nothing is left, and does nothing while the queue is stopped', async () => {
    await here.write((trx) => trx.updateTable('einvoice_submission').set({ next_at: null }).execute())
    await here.write((trx) =>
      trx.updateTable('einvoice_document').set({ cancel_requested_at: null }).execute(),
    )
    await take()
    expect((await planned(here))!.next_at).toBeNull()

    await here.write((trx) => trx.updateTable('einvoice_setting').set({ status: 'failed' }).execute())
    await school.queue(1)
    school.clock.advance(hour)
    const before = (await school.jobs('einvoice.submit')).length
    await plan(here, past)
    await take()
    expect((await school.jobs('einvoice.submit')).length).toBe(before)
    expect((await planned(here))!.next_at).toBeNull()

    await here.write((trx) => trx.updateTable('einvoice_setting').set({ status: 'validated' }).execute())
    await here.write((trx) => resumeSubmissions(trx))
    expect((await school.jobs('einvoice.submit')).length).toBe(before + 1)
    expect((await planned(here))!.next_at).not.toBeNull()
  })
})

test('notes that wait for what they correct hold up nothing behind them, however many', async () => {
  const one = await openSchool(portal)
  const [refused] = await one.queue(1)
  const { id } = await one.note(refused!.invoice_id, refused!.id)
  const [behind] = await one.queue(1)
  await one.tenant.write(async (trx) => {
    await trx
      .updateTable('einvoice_document')
      .set({ status: 'invalid' })
      .where('id', '=', refused!.id)
      .execute()
    await sql`with copied as (
        insert into credit_note (id, number, kind, reason, sub_total_sen, invoice_id, branch_id, status, requested_by,
          decided_at, decided_by, issued_on)
        select gen_random_uuid(), number || '-' || n, kind, reason, sub_total_sen, invoice_id, branch_id, status,
          requested_by, decided_at, decided_by, issued_on
        from credit_note, generate_series(1, 500) as n returning id, number)
      insert into einvoice_document select (jsonb_populate_record(document, jsonb_build_object('id', gen_random_uuid(),
        'credit_note_id', copied.id, 'number', copied.number, 'created_at', '2026-01-01'))).*
      from einvoice_document as document, copied where document.id = ${id}`.execute(trx)
  })
  await one.submit()
  expect(await one.document(behind!.id)).toMatchObject({ status: 'sending' })
})
