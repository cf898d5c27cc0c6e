import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { closeSubject, countEnrolments, lastDayOf, mayReopen, reopenSubject } from './close-subject.ts'
import { enrolled, writer } from './test-support.ts'

const today = '2026-06-15'
let tenant: Tenant
let admin: Actor & { id: string }

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const write = writer(() => tenant)
const close = (id: string, on: string, enrolments: number, version = 1) =>
  write((trx) => closeSubject(trx, admin, id, { on, enrolments, version }, today))
const reopen = (id: string, version = 2, on = today) =>
  write((trx) => reopenSubject(trx, admin, { id, version }, on))
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('subject').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const enrolments = (subject_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('enrolment')
      .select(['id', 'status', 'ends_on', 'version'])
      .where('subject_id', '=', subject_id)
      .orderBy('id')
      .execute(),
  )
const logOf = (ids: string[]) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'object_type', 'object_id', 'actor_id', 'before', 'after'])
      .where('object_id', 'in', ids)
      .orderBy('position')
      .execute(),
  )

describe('closing a class', () => {
  test('ends every enrolment in it on the day, or earlier where that was said, each with an entry in the log', async () => {
    const { row, ids } = await write(async (trx) => {
      const row = await subject(trx, { name: 'Kelas Habis' })
      const made = [
        await enrolled(trx, row.id, {}, 'Anak Satu'),
        await enrolled(trx, row.id, { status: 'paused', ends_on: '2026-12-31' }),
        await enrolled(trx, row.id, { ends_on: '2026-06-01' }),
        await enrolled(trx, row.id, { status: 'waitlisted' }),
        await enrolled(trx, row.id, { status: 'ended', ends_on: '2026-03-31' }),
      ]
      return { row, ids: made.map(({ id }) => id) }
    })
    expect(await tenant.read((db) => countEnrolments(db, row.id))).toBe(4)
    expect(await close(row.id, '2026-06-10', 4)).toBe('Kelas Habis')
    const after = new Map((await enrolments(row.id)).map(({ id, ...rest }) => [id, rest]))
    expect(ids.map((id) => after.get(id))).toEqual([
      { status: 'ended', ends_on: '2026-06-10', version: 2 },
      { status: 'ended', ends_on: '2026-06-10', version: 2 },
      { status: 'ended', ends_on: '2026-06-01', version: 2 },
      { status: 'ended', ends_on: '2026-06-10', version: 2 },
      { status: 'ended', ends_on: '2026-03-31', version: 1 },
    ])
    expect(await rowOf(row.id)).toMatchObject({
      ...{ status: 'closed', closed_on: '2026-06-10', version: 2, updated_by: admin.id },
    })
    const log = await logOf([row.id, ...ids])
    expect(log.filter(({ object_type }) => object_type === 'enrolment')).toHaveLength(4)
    expect(log.find(({ object_id }) => object_id === ids[0])).toMatchObject({
      ...{ action: 'enrolment.ended', actor_id: admin.id },
      before: { name: 'Anak Satu', subject: 'Kelas Habis', status: 'active', ends_on: null },
      after: { name: 'Anak Satu', subject: 'Kelas Habis', status: 'ended', ends_on: '2026-06-10' },
    })
    expect(log.find(({ object_id }) => object_id === row.id)).toMatchObject({
      ...{ action: 'subject.closed', before: { name: 'Kelas Habis', status: 'active' } },
      after: { status: 'closed', closed_on: '2026-06-10', enrolments: 4 },
    })
  })

  test('ends nobody when the page said another number, and says the right one', async () => {
    const { id } = await write(async (trx) => {
      const row = await subject(trx)
      await enrolled(trx, row.id)
      return row
    })
    await expect(close(id, today, 0)).toRefuse('subject.enrolments_changed')
    await expect(close(id, today, 2)).toRefuse('subject.enrolments_changed')
    expect(await enrolments(id)).toMatchObject([{ status: 'active', version: 1 }])
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
    expect(await logOf([id])).toEqual([])
  })

  test.each([
    ['2026-06-15', true],
    ['2026-06-16', false],
    ['2025-06-15', true],
    ['2025-06-14', false],
  ])('on %s is allowed: %s', async (on, allowed) => {
    const { id } = await write((trx) => subject(trx))
    if (allowed) await close(id, on, 0)
    else await expect(close(id, on, 0)).toRefuse('subject.close_day', 'on')
  })

  test('is for an active one, once, at the version that was seen', async () => {
    const [put, { id }] = await write(async (trx) => [
      await subject(trx, { status: 'inactive' }),
      await subject(trx),
    ])
    await expect(close(put!.id, today, 0)).toRefuse('action_not_allowed')
    await expect(close(id, today, 0, 2)).toRefuse('version_conflict')
    const both = await Promise.allSettled([close(id, today, 0), close(id, today, 0)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(close(id, today, 0, 2)).toRefuse('action_not_allowed')
    expect(await logOf([id])).toHaveLength(1)
  })

  test('is offered for the last day of one that is over, else for today', () => {
    expect(lastDayOf({ ends_on: '2026-06-14' }, today)).toBe('2026-06-14')
    expect(lastDayOf({ ends_on: '2026-06-30' }, today)).toBe(today)
    expect(lastDayOf({ ends_on: null }, today)).toBe(today)
  })
})

describe('opening one again', () => {
  test('within a year makes it active and enrols nobody', async () => {
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { name: 'Kelas Semula' })
      await enrolled(trx, row.id)
      return row
    })
    await close(id, today, 1)
    expect(await reopen(id, 2, '2027-06-15')).toBe('Kelas Semula')
    expect(await rowOf(id)).toMatchObject({ status: 'active', closed_on: null, version: 3 })
    expect(await enrolments(id)).toMatchObject([{ status: 'ended' }])
    expect((await logOf([id])).at(-1)).toMatchObject({
      ...{ action: 'subject.reopened', before: { status: 'closed', closed_on: today } },
      after: { status: 'active', closed_on: null },
    })
  })

  test('is too late after that, and nothing for one that is not closed', async () => {
    const { id } = await write((trx) => subject(trx))
    await expect(reopen(id, 1)).toRefuse('action_not_allowed')
    await close(id, today, 0)
    await expect(reopen(id, 2, '2027-06-16')).toRefuse('subject.reopen_too_late')
    expect(mayReopen({ closed_on: today }, '2027-06-15')).toBe(true)
    expect(mayReopen({ closed_on: today }, '2027-06-16')).toBe(false)
    expect(mayReopen({ closed_on: null }, today)).toBe(false)
  })
})
