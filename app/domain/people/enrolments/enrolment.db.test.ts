import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { auditOf, inBranch } from '#app/domain/people/parents/test-support.ts'
import {
  branch,
  enrolment,
  feeType,
  type Given,
  type GivenEnrolment,
  insert,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { besides } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  admit,
  endEnrolment,
  enrol,
  pauseEnrolment,
  resumeEnrolment,
  setOwnFees,
  updateEnrolmentStatuses,
} from './change-enrolment.ts'
import { feesOfEnrolment, enrolment as found, subjectsFor } from './find-enrolments.ts'

describe('enrolments', () => {
  const today = '2026-03-04'
  let tenant: Tenant
  let admin: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
  })

  const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)
  const pupil = (given: Given<'student'> = {}) => tenant.write((trx) => student(trx, given))
  const taught = (given: Given<'subject'> = {}) => tenant.write((trx) => subject(trx, given))
  const join = (student_id: string, subject_id: string, starts_on = today, scope = everywhere) =>
    tenant.write((trx) => enrol(trx, admin, scope, student_id, { subject_id, starts_on }, today)).catch(said)
  const seat = async (given: GivenEnrolment = {}) => (await tenant.write((trx) => enrolment(trx, given))).id
  const view = (id: string, scope: RowScope = everywhere) => tenant.read((db) => found(db, scope, id, today))
  const pause = (id: string, paused_from: string, paused_to?: string, version = 1) =>
    tenant.write((trx) =>
      pauseEnrolment(trx, admin, everywhere, id, { paused_from, paused_to, version }, today),
    )
  const resume = (id: string, version: number) =>
    tenant.write((trx) => resumeEnrolment(trx, admin, everywhere, id, version, today))
  const end = (id: string, ends_on: string, version = 1) =>
    tenant.write((trx) => endEnrolment(trx, admin, everywhere, id, { ends_on, version }, today))

  describe('enrolling', () => {
    test('gives a seat, once', async () => {
      const [child, maths] = [await pupil(), await taught({ name: 'Matematik' })]
      expect(await join(child.id, maths.id)).toMatchObject({
        ...{ name: child.name, subject: 'Matematik', status: 'active' },
      })
      await expect(join(child.id, maths.id)).toRefuse('duplicate.enrolment', 'subject_id')
      const offered = await tenant.read((db) =>
        subjectsFor(db, everywhere, child, { today, q: '', limit: 500 }),
      )
      expect(offered.some(({ id }) => id === maths.id)).toBe(false)
    })

    test('gives a seat again after the last one has ended, also when nobody wrote that down', async () => {
      const [child, maths] = [await pupil(), await taught()]
      const old = await seat({ student_id: child.id, subject_id: maths.id, ends_on: '2026-02-28' })
      await join(child.id, maths.id)
      expect((await view(old)).status).toBe('ended')
    })

    test('is for active students, open classes and free places, within reach', async () => {
      const child = await pupil()
      const resting = await pupil({ status: 'inactive' })
      const maths = await taught()
      await expect(join(resting.id, maths.id)).toRefuse('enrolment.not_active')
      for (const given of [{ status: 'closed', closed_on: '2026-03-01' }, { deleted_at: new Date() }]) {
        const shut = await taught(given)
        await expect(join(child.id, shut.id)).toRefuse('not_found.subject', 'subject_id')
      }
      const far = await tenant.write((trx) => branch(trx))
      const elsewhere = await taught({ branch_id: far.id })
      const mine = inBranch(tenant.branch.id)
      await expect(join(child.id, elsewhere.id, today, mine)).toRefuse('not_found.subject', 'subject_id')
      await expect(join(child.id, maths.id, today, inBranch(far.id))).toRefuse('not_found.student')
      const term = await taught({ starts_on: '2026-04-01', ends_on: '2026-06-30' })
      for (const on of ['2026-03-31', '2026-07-01'])
        await expect(join(child.id, term.id, on)).toRefuse('enrolment.starts_on', 'starts_on')
      await expect(join(child.id, maths.id, '2028-01-01')).toRefuse('enrolment.starts_on', 'starts_on')
      await join(child.id, term.id, '2026-04-01')
    })

    test('gives the last place to one of many who come at once', async () => {
      const small = await taught({ capacity: 3 })
      await seat({ subject_id: small.id, status: 'paused' })
      await seat({ subject_id: small.id, status: 'ended' })
      const children = await Promise.all(Array.from({ length: 6 }, () => pupil()))
      const answers = await Promise.allSettled(children.map(({ id }) => join(id, small.id)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      await expect(join((await pupil()).id, small.id)).toRefuse('enrolment.full', 'subject_id')
    })

    test('waits for whoever is just given the last place, and then has none', async () => {
      const small = await taught({ capacity: 1 })
      const [first, second] = [await pupil(), await pupil()]
      const wish = { subject_id: small.id, starts_on: today }
      const late = await besides(
        tenant,
        (held) =>
          tenant.write(async (trx) => {
            await enrol(trx, admin, everywhere, first.id, wish, today)
            await held()
          }),
        () => join(second.id, small.id),
      )
      expect(late).toMatchObject({ status: 'rejected', reason: { code: 'enrolment.full' } })
    })
  })

  describe('a full class', () => {
    const wait = (id: string, version: number) =>
      tenant.write((trx) => admit(trx, admin, everywhere, id, version, today))

    test('takes who comes onto its waiting list, and gives the seat when there is one', async () => {
      const small = await taught({ capacity: 1, waitlist: true })
      const sits = await seat({ subject_id: small.id })
      const child = await pupil()
      expect((await join(child.id, small.id)).status).toBe('waitlisted')
      await expect(join(child.id, small.id)).toRefuse('duplicate.enrolment', 'subject_id')
      const { id } = await tenant.read((db) =>
        db.selectFrom('enrolment').select('id').where('student_id', '=', child.id).executeTakeFirstOrThrow(),
      )
      await expect(wait(id, 1)).toRefuse('enrolment.full', 'subject_id')
      await end(sits, '2026-03-03')
      await wait(id, 1)
      expect(await view(id)).toMatchObject({ status: 'active', starts_on: today })
      await expect(wait(id, 2)).toRefuse('action_not_allowed')
      expect((await auditOf(tenant, id)).map(({ action }) => action)).toEqual([
        'enrolment.created',
        'enrolment.admitted',
      ])
    })

    test('takes no account of who only waits', async () => {
      const small = await taught({ capacity: 1 })
      await seat({ subject_id: small.id, status: 'waitlisted' })
      expect((await join((await pupil()).id, small.id)).status).toBe('active')
    })

    test('is one that is full on any day on which the new seat would be taken', async () => {
      const small = await taught({ capacity: 1 })
      await seat({ subject_id: small.id, starts_on: '2026-05-01' })
      await expect(join((await pupil()).id, small.id)).toRefuse('enrolment.full', 'subject_id')
      const leaving = await taught({ capacity: 1 })
      await seat({ subject_id: leaving.id, ends_on: '2026-03-31' })
      await expect(join((await pupil()).id, leaving.id)).toRefuse('enrolment.full', 'subject_id')
      await expect(join((await pupil()).id, leaving.id, '2026-03-31')).toRefuse(
        'enrolment.full',
        'subject_id',
      )
      expect((await join((await pupil()).id, leaving.id, '2026-04-01')).status).toBe('active')
    })
  })

  describe('a seat', () => {
    test('pauses at once or later, and goes on by hand', async () => {
      const id = await seat()
      await pause(id, today)
      expect(await view(id)).toMatchObject({ status: 'paused', paused_from: today, paused_to: null })
      await expect(pause(id, today, undefined, 2)).toRefuse('action_not_allowed')
      await resume(id, 2)
      expect(await view(id)).toMatchObject({ status: 'active', paused_from: null })
      await expect(resume(id, 3)).toRefuse('action_not_allowed')
      await pause(id, '2026-04-01', '2026-04-30', 3)
      expect((await view(id)).status).toBe('active')
      await resume(id, 4)
      expect(await view(id)).toMatchObject({ status: 'active', paused_from: null, paused_to: null })
      await pause(id, '2026-03-01', undefined, 5)
      await resume(id, 6)
      expect(await view(id)).toMatchObject({ paused_from: '2026-03-01', paused_to: '2026-03-03' })
      expect((await auditOf(tenant, id)).map(({ action }) => action).slice(0, 2)).toEqual([
        'enrolment.paused',
        'enrolment.resumed',
      ])
    })

    test('pauses again, and keeps the days of each pause', async () => {
      const id = await seat({ pauses: [{ paused_from: '2026-02-02', paused_to: '2026-02-06' }] })
      await pause(id, '2026-03-20', '2026-03-25')
      await pause(id, '2026-03-10', '2026-03-12', 2)
      const past = { paused_from: '2026-02-02', paused_to: '2026-02-06' }
      const later = { paused_from: '2026-03-20', paused_to: '2026-03-25' }
      expect(await view(id)).toMatchObject({
        ...{ status: 'active', paused_from: '2026-03-10', paused_to: '2026-03-12', is_planned: true },
        pauses: [past, { paused_from: '2026-03-10', paused_to: '2026-03-12' }, later],
      })
      await pause(id, '2026-03-03', today, 3)
      expect(await view(id)).toMatchObject({ status: 'paused', paused_from: '2026-03-03', is_planned: false })
      await resume(id, 4)
      await resume(id, 5)
      expect(await view(id)).toMatchObject({
        ...later,
        pauses: [past, { paused_from: '2026-03-03', paused_to: '2026-03-03' }, later],
      })
    })

    test('pauses on no day twice, by the rule and by the database', async () => {
      const id = await seat({ pauses: [{ paused_from: '2026-03-10', paused_to: '2026-03-12' }] })
      for (const [from, to] of [
        ['2026-03-12', undefined],
        ['2026-03-05', '2026-03-10'],
        ['2026-03-01', undefined],
        ['2026-03-11', '2026-03-11'],
      ] as const)
        await expect(pause(id, from, to)).toRefuse('enrolment.paused_already', 'paused_from')
      await pause(id, '2026-03-13', undefined)
      await expect(pause(id, '2026-04-01', '2026-04-02', 2)).toRefuse('enrolment.paused_already')
      const twice = { enrolment_id: id, paused_from: '2026-03-08', paused_to: '2026-03-10' }
      await expect(tenant.write((trx) => insert(trx, 'enrolment_pause', twice))).rejects.toMatchObject({
        constraint: 'enrolment_pause_days_excl',
      })
      await seat({ pauses: [{ paused_from: '2026-03-10', paused_to: '2026-03-12' }] })
    })

    test.each([
      ['2025-12-31', undefined],
      ['2026-02-01', '2026-03-03'],
      ['2027-06-01', undefined],
    ])('does not pause from %s to %s', async (from, to) => {
      await expect(pause(await seat(), from, to)).toRefuse('enrolment.pause', 'paused_from')
    })

    test('ends on a day, and at once when that day is over', async () => {
      const id = await seat()
      await end(id, '2026-03-31')
      expect(await view(id)).toMatchObject({ status: 'active', ends_on: '2026-03-31' })
      await end(id, '2026-03-03', 2)
      expect(await view(id)).toMatchObject({ status: 'ended', ends_on: '2026-03-03' })
      await expect(end(id, today, 3)).toRefuse('action_not_allowed')
      const never = await seat({ starts_on: '2026-05-01' })
      await end(never, '2026-04-30')
      expect((await view(never)).status).toBe('ended')
      await expect(end(await seat(), '2026-01-03')).toRefuse('enrolment.ends_on', 'ends_on')
      await expect(end(await seat(), today, 9)).toRefuse('version_conflict')
    })

    test('turns with the days, as often as one asks', async () => {
      const over = await seat({ ends_on: '2026-03-03' })
      const pauses = await seat({ paused_from: today, paused_to: '2026-03-31' })
      const rested = await seat({ status: 'paused', paused_from: '2026-02-01', paused_to: '2026-03-03' })
      const rests = await seat({ status: 'paused', paused_from: '2026-02-01', paused_to: today })
      const lastDay = await seat({ ends_on: today })
      const later = await seat({ paused_from: '2026-03-05' })
      expect(await tenant.write((trx) => updateEnrolmentStatuses(trx, today))).toBeGreaterThanOrEqual(3)
      const statuses = await Promise.all(
        [over, pauses, rested, rests, lastDay, later].map(async (id) => (await view(id)).status),
      )
      expect(statuses).toEqual(['ended', 'paused', 'active', 'paused', 'active', 'active'])
      expect(await tenant.write((trx) => updateEnrolmentStatuses(trx, today))).toBe(0)
      expect(await auditOf(tenant, over)).toMatchObject([{ action: 'enrolment.ended' }])
    })

    test('is found by a branch, by who teaches the class, and by the family, and by nobody else', async () => {
      const { child, id, other } = await tenant.write(async (trx) => {
        const child = await student(trx)
        const maths = await subject(trx)
        const { id } = await enrolment(trx, { student_id: child.id, subject_id: maths.id })
        const other = await enrolment(trx, { student_id: child.id })
        const trainer = await tenant.actor('trainer')
        await insert(trx, 'subject_trainer', { subject_id: maths.id, user_id: trainer.id })
        return { child, id, other: other.id }
      })
      const trainer: RowScope = { ...everywhere, scope: 'class', user_id: (await tenant.actor('trainer')).id }
      const family: RowScope = { ...everywhere, scope: 'own', parent_id: child.payer!.id }
      for (const scope of [inBranch(tenant.branch.id), trainer, family])
        expect((await view(id, scope)).student_id).toBe(child.id)
      await expect(view(other, trainer)).toRefuse('not_found.enrolment')
      await expect(view(id, inBranch())).toRefuse('not_found.enrolment')
      const stranger = { ...family, parent_id: (await pupil()).payer!.id }
      await expect(view(id, stranger)).toRefuse('not_found.enrolment')
    })
  })
})

describe('own fees', () => {
  const today = '2026-03-04'
  let tenant: Tenant
  let admin: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
  })

  /** A student in a class that charges two fees, the second with a price to come. */
  const seated = () =>
    tenant.write(async (trx) => {
      const pupil = await student(trx, { branch_id: tenant.branch.id })
      const seat = await enrolment(trx, { student_id: pupil.id })
      const { subject_id } = seat
      const [monthly, book] = [await feeType(trx, { name: 'Bulanan' }), await feeType(trx, { name: 'Buku' })]
      await subjectFee(trx, { subject_id, fee_type_id: monthly.id, amount_sen: 12_000 })
      await subjectFee(trx, {
        ...{ subject_id, fee_type_id: book.id, amount_sen: 3_000, frequency: 'one_off' },
        ends_on: '2026-03-31',
      })
      await subjectFee(trx, {
        ...{ subject_id, fee_type_id: book.id, amount_sen: 3_500, frequency: 'one_off' },
        starts_on: '2026-04-01',
      })
      return { id: seat.id, student_id: pupil.id, monthly: monthly.id, book: book.id }
    })
  const set = (
    id: string,
    amounts: Record<string, number | undefined>,
    { reason, version = 1, scope = everywhere }: { reason?: string; version?: number; scope?: RowScope } = {},
  ) => {
    const fees = Object.entries(amounts).map(([fee_type_id, amount_sen]) => ({ fee_type_id, amount_sen }))
    return tenant.write((trx) => setOwnFees(trx, admin, scope, id, { fees, reason, version }, today))
  }
  const prices = async (student_id: string) =>
    (await tenant.read((db) => dueFees(db, student_id, today))).lines.map(({ price }) => price)
  const reason = 'Dipersetujui dahulu'

  describe('what one student pays in a class', () => {
    test('is what everyone pays, until it is said otherwise, and again when that is emptied', async () => {
      const { id, student_id, monthly, book } = await seated()
      const told = () => tenant.read((db) => feesOfEnrolment(db, id, today))
      expect((await told()).map(({ usual_sen, amount_sen }) => [usual_sen, amount_sen]).sort()).toEqual(
        [
          [12_000, null],
          [3_000, null],
        ].sort(),
      )
      await set(id, { [monthly]: 9_050, [book]: undefined }, { reason })
      expect((await prices(student_id)).sort()).toEqual([3_000, 9_050].sort())
      await set(id, { [monthly]: 0 }, { reason, version: 2 })
      expect((await prices(student_id)).sort()).toEqual([0, 3_000])
      await set(id, {}, { version: 3 })
      expect((await prices(student_id)).sort()).toEqual([12_000, 3_000].sort())
      expect((await auditOf(tenant, id)).map(({ action }) => action)).toEqual(
        Array(3).fill('enrolment.fees_set'),
      )
    })

    test('is of that class alone', async () => {
      const [one, other] = [await seated(), await seated()]
      await set(one.id, { [one.monthly]: 100 }, { reason })
      expect(await prices(other.student_id)).toContain(12_000)
      await expect(set(one.id, { [other.monthly]: 100 }, { reason, version: 2 })).toRefuse(
        'not_found.fee_type',
      )
    })

    test('needs a reason, a seat that is not over, within reach, as it was seen', async () => {
      const { id, monthly } = await seated()
      await expect(set(id, { [monthly]: 100 })).toRefuse('enrolment.fee_reason')
      await expect(set(id, { [monthly]: 100 }, { reason, version: 2 })).toRefuse('version_conflict')
      const far = await tenant.write((trx) => branch(trx))
      await expect(set(id, { [monthly]: 100 }, { reason, scope: inBranch(far.id) })).toRefuse(
        'not_found.enrolment',
      )
      const over = await tenant.write((trx) => enrolment(trx, { status: 'ended', ends_on: '2026-02-28' }))
      await expect(set(over.id, {}, { reason })).toRefuse('action_not_allowed')
    })
  })
})
