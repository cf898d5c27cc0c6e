import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { auditOf, inBranch } from '#app/domain/people/parents/test-support.ts'
import { branch, enrolment, type Given, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { removeStudent, restoreStudent, setStudentStatus } from './status.ts'
import type { StudentStatus } from './student.ts'

const today = '2026-03-04'
let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const pupil = (given: Given<'student'> = {}) => tenant.write((trx) => student(trx, given))
const row = (id: string) =>
  tenant.read((db) => db.selectFrom('student').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const set = (id: string, version: number, status: StudentStatus, on = today, scope = everywhere) =>
  tenant.write((trx) => setStudentStatus(trx, admin, scope, id, { status, on, version }, today))
const seats = (student_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('enrolment')
      .select(['status', 'ends_on'])
      .where('student_id', '=', student_id)
      .orderBy('starts_on')
      .execute(),
  )
const remove = (id: string, version = 1, scope = everywhere) =>
  tenant.write((trx) => removeStudent(trx, admin, scope, { id, version }, today))

describe('the status of a student', () => {
  const ways: [StudentStatus, StudentStatus, boolean][] = [
    ['active', 'inactive', true],
    ['active', 'graduated', true],
    ['active', 'withdrawn', true],
    ['active', 'active', false],
    ['inactive', 'active', true],
    ['inactive', 'graduated', true],
    ['inactive', 'withdrawn', true],
    ['graduated', 'active', true],
    ['graduated', 'inactive', false],
    ['graduated', 'withdrawn', false],
    ['withdrawn', 'active', true],
    ['withdrawn', 'graduated', false],
    ['withdrawn', 'inactive', false],
  ]
  test.each(ways)('from %s to %s: %s', async (from, to, may) => {
    const { id } = await pupil({ status: from })
    if (!may) await expect(set(id, 1, to)).toRefuse('action_not_allowed')
    if (!may) return
    await set(id, 1, to)
    const after = await row(id)
    expect(after).toMatchObject({ status: to, status_on: today, version: 2 })
    expect(after.graduated_on).toBe(to === 'graduated' ? today : null)
  })

  test('withdrawn ends all classes on that day; one that was to begin later never did', async () => {
    const { id } = await pupil()
    await tenant.write(async (trx) => {
      await enrolment(trx, { student_id: id, starts_on: '2026-01-05' })
      await enrolment(trx, {
        student_id: id,
        starts_on: '2026-02-05',
        status: 'paused',
        ends_on: '2026-02-20',
      })
      await enrolment(trx, { student_id: id, starts_on: '2026-06-01' })
    })
    await set(id, 1, 'withdrawn', '2026-03-01')
    expect(await seats(id)).toEqual([
      { status: 'ended', ends_on: '2026-03-01' },
      { status: 'ended', ends_on: '2026-02-20' },
      { status: 'ended', ends_on: '2026-03-01' },
    ])
    expect((await auditOf(tenant, id)).at(-1)).toMatchObject({
      action: 'student.withdrawn',
      before: { status: 'active' },
      after: { status: 'withdrawn', status_on: '2026-03-01', classes_ended: 2 },
    })
  })

  test('graduates only who has ended all classes; one whose last day is over counts as ended', async () => {
    const { id } = await pupil()
    const { id: seat } = await tenant.write((trx) => enrolment(trx, { student_id: id }))
    await expect(set(id, 1, 'graduated')).toRefuse('student.classes_open')
    await tenant.write((trx) =>
      trx.updateTable('enrolment').set({ ends_on: '2026-03-03' }).where('id', '=', seat).execute(),
    )
    await set(id, 1, 'graduated')
    expect(await seats(id)).toEqual([{ status: 'ended', ends_on: '2026-03-03' }])
  })

  test('changes on a day since they came, at the version that was seen, within reach', async () => {
    const { id } = await pupil({ registered_on: '2026-02-01' })
    await expect(set(id, 1, 'inactive', '2026-03-05')).toRefuse('student.status_on', 'on')
    await expect(set(id, 1, 'inactive', '2026-01-31')).toRefuse('student.status_on', 'on')
    await expect(set(id, 2, 'inactive')).toRefuse('version_conflict')
    const far = await tenant.write((trx) => branch(trx))
    await expect(set(id, 1, 'inactive', today, inBranch(far.id))).toRefuse('not_found.student')
  })

  test('is changed once by who comes at the same moment', async () => {
    const { id } = await pupil()
    const both = await Promise.allSettled([set(id, 1, 'inactive'), set(id, 1, 'withdrawn')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a student is removed', () => {
  test('not while in a class', async () => {
    const { id } = await pupil()
    const { id: seat } = await tenant.write((trx) => enrolment(trx, { student_id: id }))
    await expect(remove(id)).toRefuse('student.has_active_classes')
    await tenant.write((trx) =>
      trx.updateTable('enrolment').set({ status: 'ended' }).where('id', '=', seat).execute(),
    )
    await remove(id)
    expect((await row(id)).deleted_at).toBeInstanceOf(Date)
  })

  test('while the last day of a class is over, though the night has not written it down', async () => {
    const { id } = await pupil()
    await tenant.write((trx) => enrolment(trx, { student_id: id, ends_on: '2026-03-03' }))
    await remove(id)
    expect(await seats(id)).toMatchObject([{ status: 'ended' }])
  })

  test.each(['unpaid', 'draft', 'pending'])('not with an invoice that is %s', async (status) => {
    const { id, payer } = await pupil()
    await tenant.write((trx) => invoice(trx, { student_id: id, payer_parent_id: payer!.id, status }))
    await expect(remove(id)).toRefuse('student.has_open_invoices')
  })

  test.each(['paid', 'cancelled'])('with an invoice that is %s', async (status) => {
    const { id, payer } = await pupil()
    await tenant.write((trx) => invoice(trx, { student_id: id, payer_parent_id: payer!.id, status }))
    await remove(id)
  })

  test('and brought back as they were, unless the number is another’s by now', async () => {
    const { id } = await pupil({ student_no: 'BALIK-1', birth_cert_no: 'BALIK1' })
    await remove(id)
    await expect(remove(id, 2)).toRefuse('not_found.student')
    const restore = (version: number) =>
      tenant
        .write((trx) => restoreStudent(trx, admin, everywhere, { id, version }))
        .catch((error) => Promise.reject(asRefusal(error) ?? error))
    await expect(restore(1)).toRefuse('version_conflict')
    await restore(2)
    await expect(restore(3)).toRefuse('not_found.student')
    await remove(id, 3)
    await pupil({ birth_cert_no: 'balik1' })
    await expect(restore(4)).toRefuse('duplicate.student', 'birth_cert_no')
  })

  test('for good after 90 days', async () => {
    const { id } = await pupil({ deleted_at: new Date(Date.now() - 91 * 86_400_000) })
    await expect(tenant.write((trx) => restoreStudent(trx, admin, everywhere, { id, version: 1 }))).toRefuse(
      'not_found.student',
    )
  })
})
