import { sql, type Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { seatsOn } from '#app/domain/catalogue/subjects/seats.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { enrol } from '#app/domain/people/enrolments/change-enrolment.ts'
import { auditOf, keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { branch, enrolment, type Given, student, subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { waitForLocked } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { openedAnswers } from './answers.ts'
import type { ParentAnswers } from './application.ts'
import { withdrawApplication } from './decide-application.ts'
import { applicationParent, editParentAnswers } from './edit.ts'
import { applicationByCode } from './find-application.ts'
import { wishesOf } from './find-applications.ts'
import { linkToStudent } from './similar.ts'
import {
  appliedChild,
  appliedParent,
  decisionsIn,
  newApplication,
  said,
  submit,
  today,
  visitor,
  wishes,
} from './test-support.ts'

describe('submitting an application', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const taught = (given: Given<'subject'> = {}) => tenant.write((trx) => subject(trx, given))
  const apply = (...subjects: string[]) =>
    submit(tenant, newApplication({ students: [{ ...appliedChild(), subjects: wishes(...subjects) }] }))
  const taken = async (id: string) =>
    (
      await tenant.read((db) =>
        db
          .selectFrom('subject')
          .select(seatsOn(today).as('taken'))
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    ).taken
  /** Whether a transaction waits for another one. */
  const someoneWaits = () =>
    tenant.read(async (db) => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      return rows.length > 0
    })
  const withdraw = (public_code: string) =>
    tenant.write((trx) => withdrawApplication(trx, visitor, { public_code })).catch(said)

  describe('handing in', () => {
    test('keeps all that was answered, sealed, and a number and a code to find it by', async () => {
      const maths = await taught({ name: 'Matematik' })
      const mother = appliedParent({ identity_no: '901345105566', occupation: 'Jururawat' })
      const child = appliedChild({ name: 'Aqil Danial', allergies: 'Kacang' })
      const done = await submit(
        tenant,
        newApplication({
          ...{
            parents: [mother],
            answers: [{ label: { en: 'How?' }, student_place: null, answer: 'Rakan' }],
          },
          students: [{ ...child, subjects: wishes(maths.id) }],
        }),
      )
      expect(done.number).toMatch(/^APP-26-00000\d$/)
      expect(done.statuses).toEqual([
        { name: 'Aqil Danial', subjects: [{ subject_id: maths.id, name: 'Matematik', is_waiting: false }] },
      ])
      const rows = await tenant.read(async (db) => ({
        parent: await db
          .selectFrom('application_parent')
          .selectAll()
          .where('application_id', '=', done.id)
          .executeTakeFirstOrThrow(),
        student: await db
          .selectFrom('application_student')
          .selectAll()
          .where('application_id', '=', done.id)
          .executeTakeFirstOrThrow(),
      }))
      expect(JSON.stringify(rows)).not.toContain('901345105566')
      expect(JSON.stringify(rows)).not.toContain('Kacang')
      const keys = keysIn(tenant)
      expect(openedAnswers(keys, 'application_parent', rows.parent)).toEqual(mother)
      const { student_id: _none, ...answers } = child
      expect(openedAnswers(keys, 'application_student', rows.student)).toEqual(answers)
      expect(rows.student.branch_id).toBe(maths.branch_id)
      await expect(tenant).toHaveEnqueued('application.received', { application_id: done.id })
      expect((await auditOf(tenant, done.id)).map(({ action }) => action)).toEqual(['application.submitted'])
    })

    test('keeps a seat until it is decided, for all who count seats', async () => {
      const small = await taught({ capacity: 1, waitlist: false, name: 'Sains' })
      const first = await apply(small.id)
      expect(await taken(small.id)).toBe(1)
      await expect(apply(small.id)).toRefuse('application.class_full', 'students[0].subjects')
      const pupil = await tenant.write((trx) => student(trx))
      const admin = await tenant.actor('admin')
      const join = () =>
        tenant
          .write((trx) =>
            enrol(trx, admin, everywhere, pupil.id, { subject_id: small.id, starts_on: today }, today),
          )
          .catch(said)
      await expect(join()).toRefuse('enrolment.full', 'subject_id')
      await withdraw(first.public_code)
      expect(await taken(small.id)).toBe(0)
      await join()
    })

    test('two who ask for the last seat at once: one gets it, the other waits', async () => {
      const one = await taught({ capacity: 1, waitlist: true })
      const both = await Promise.all([apply(one.id), apply(one.id)])
      expect(both.map(({ statuses }) => statuses[0]!.subjects[0]!.is_waiting).sort()).toEqual([false, true])
      expect(await taken(one.id)).toBe(1)
    })

    test('children of one application take seats from each other', async () => {
      const one = await taught({ capacity: 1, waitlist: false, name: 'Seni' })
      const students = [1, 2].map((n) => ({
        ...appliedChild({ name: `Adik ${n}` }),
        subjects: wishes(one.id),
      }))
      await expect(submit(tenant, newApplication({ students }))).toRefuse(
        'application.class_full',
        'students[1].subjects',
      )
    })

    test('waits for whoever is just given the last seat at the counter, and then has none', async () => {
      const one = await taught({ capacity: 1, waitlist: true })
      const pupil = await tenant.write((trx) => student(trx))
      const admin = await tenant.actor('admin')
      const { applying } = await tenant.write(async (trx) => {
        const seat = { subject_id: one.id, starts_on: today }
        await enrol(trx, admin, everywhere, pupil.id, seat, today)
        let over = false
        const applying = apply(one.id).finally(() => {
          over = true
        })
        applying.catch(() => {})
        while (!over && !(await someoneWaits())) await new Promise(setImmediate)
        return { applying }
      })
      expect((await applying).statuses[0]!.subjects[0]!.is_waiting).toBe(true)
    })

    test('is for classes that take somebody, on days on which they run', async () => {
      for (const given of [
        { status: 'closed', closed_on: '2026-03-01' },
        { deleted_at: new Date() },
        { registration_open: false },
        { ends_on: '2026-03-01' },
      ])
        await expect(apply((await taught(given)).id)).toRefuse(
          'application.class_closed',
          'students[0].subjects',
        )
      await apply((await taught({ ends_on: today })).id)
      const term = await taught({ starts_on: '2026-04-01', ends_on: '2026-06-30' })
      const on = (starts_on: string) =>
        submit(
          tenant,
          newApplication({
            students: [{ ...appliedChild(), subjects: [{ subject_id: term.id, starts_on }] }],
          }),
        )
      for (const day of ['2026-03-31', '2026-07-01'])
        await expect(on(day)).toRefuse('application.class_day', 'students[0].subjects')
      await on('2026-05-01')
      const open = await taught()
      await expect(apply(open.id, open.id)).toRefuse('application.class_twice', 'students[0].subjects')
      await expect(apply()).toRefuse('application.count', 'students')
    })

    test('is for a day at most a year and a day ahead', async () => {
      const open = await taught()
      const on = (starts_on: string) =>
        submit(
          tenant,
          newApplication({
            students: [{ ...appliedChild(), subjects: [{ subject_id: open.id, starts_on }] }],
          }),
        )
      await expect(on(addDays(today, 367))).toRefuse('application.class_day', 'students[0].subjects')
      await on(addDays(today, 366))
    })

    test('holds its classes in one order, however they are wished for and wherever they lie', async () => {
      const [lower, higher] = [newId(), newId()]
      await taught({ id: higher })
      await taught({ id: lower })
      const lock = (trx: Transaction<DB>, id: string) =>
        trx.selectFrom('subject').select('id').where('id', '=', id).forUpdate().noWait().execute()
      const { applying } = await tenant.write(async (trx) => {
        await lock(trx, lower)
        const applying = apply(higher, lower)
        applying.catch(() => {})
        await waitForLocked(tenant, 1)
        // It waits for the first and has not taken the second: nobody who holds the first ever waits for it in turn.
        await lock(trx, higher)
        return { applying }
      })
      expect((await applying).statuses[0]!.subjects).toHaveLength(2)
    })

    test("takes a signed-in parent's own child, who is not in the class yet", async () => {
      const [maths, english] = [await taught(), await taught()]
      const pupil = await tenant.write((trx) => student(trx))
      const parent_id = pupil.payer!.id
      await tenant.write((trx) => enrolment(trx, { student_id: pupil.id, subject_id: maths.id }))
      const send = (parent_id: string | null, subject_id: string) =>
        submit(
          tenant,
          newApplication({
            ...{ channel: 'parent', parent_id },
            students: [{ student_id: pupil.id, subjects: wishes(subject_id) }],
          }),
        )
      await expect(send(null, english.id)).toRefuse('not_found.student')
      await expect(send(parent_id, maths.id)).toRefuse(
        'application.already_registered',
        'students[0].subjects',
      )
      const { public_code } = await send(parent_id, english.id)
      const gone = await tenant.write((trx) => student(trx, { status: 'withdrawn' }))
      const again = newApplication({
        ...{ channel: 'parent', parent_id: gone.payer!.id },
        students: [{ student_id: gone.id, subjects: wishes(english.id) }],
      })
      await expect(submit(tenant, again)).toRefuse('enrolment.not_active')
      await expect(send(parent_id, english.id)).toRefuse(
        'application.already_registered',
        'students[0].subjects',
      )
      await withdraw(public_code)
      await send(parent_id, english.id)
    })
  })

  describe('the family', () => {
    test('finds it by its code and takes it back once', async () => {
      const maths = await taught({ name: 'Matematik Tambahan' })
      const far = await tenant.write((trx) => branch(trx, { name: 'Cawangan Jauh' }))
      const there = await taught({ name: 'Piano', branch_id: far.id })
      const { public_code, number, id } = await apply(maths.id, there.id)
      const found = await tenant.read((db) => applicationByCode(db, public_code))
      const { name: near } = await tenant.read((db) =>
        db.selectFrom('branch').select('name').where('id', '=', maths.branch_id).executeTakeFirstOrThrow(),
      )
      expect(found).toMatchObject({ number, status: 'pending', invoices: [] })
      // Each class is where it is held, whatever the branch of the child.
      expect(found!.students[0]!.subjects).toMatchObject([
        { name: 'Matematik Tambahan', branch: near, is_waiting: false },
        { name: 'Piano', branch: 'Cawangan Jauh', is_waiting: false },
      ])
      const toTheOffice = await tenant.read(async (db) => {
        const child = await db
          .selectFrom('application_student')
          .select('id')
          .where('application_id', '=', id)
          .executeTakeFirstOrThrow()
        return wishesOf(db, [child.id])
      })
      expect(toTheOffice.map(({ name }) => name)).toEqual(['Matematik Tambahan', 'Piano · Cawangan Jauh'])
      expect(await withdraw(public_code)).toBe(number)
      await expect(withdraw(public_code)).toRefuse('application.decided')
      await expect(withdraw('nobody')).toRefuse('not_found.application')
      const now = await tenant.read((db) => applicationByCode(db, public_code))
      expect(now).toMatchObject({ status: 'rejected', reason: 'withdrawn' })
      expect(now!.withdrawn_at).not.toBeNull()
      expect((await auditOf(tenant, id)).map(({ action }) => action)).toEqual([
        'application.submitted',
        'application.withdrawn',
      ])
      await tenant.write((trx) =>
        trx.updateTable('application').set({ anonymised_at: new Date() }).where('id', '=', id).execute(),
      )
      expect(await tenant.read((db) => applicationByCode(db, public_code))).toBeUndefined()
    })
  })
})

describe('editing an application', () => {
  let tenant: Tenant
  let admin: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
  })
  const { approve, which } = decisionsIn(
    () => tenant,
    () => admin,
  )

  const mother = appliedParent({ identity_no: '901345105511' })

  async function applied() {
    const { id: subject_id } = await tenant.write((trx) => subject(trx))
    const students = [{ ...appliedChild(), subjects: wishes(subject_id) }]
    const { id } = await submit(tenant, newApplication({ parents: [mother], students }))
    const row = await tenant.read((db) =>
      db
        .selectFrom('application_parent')
        .select('id')
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const read = () => tenant.read((db) => applicationParent(db, everywhere, keysIn(tenant), row.id))
    const edit = async (input: ParentAnswers) => {
      const { version } = await read()
      const at = { id: row.id, version }
      return tenant
        .write((trx) => editParentAnswers(trx, admin, everywhere, keysIn(tenant), at, input))
        .catch(said)
    }
    return { id, read, edit }
  }

  test('a number that is not typed again stays as the family gave it, unless it would be of another kind', async () => {
    const { read, edit } = await applied()
    const { identity_no: _none, ...untyped } = mother
    await edit({ ...untyped, name: 'Puan Halimah binti Omar' })
    expect((await read()).answers).toMatchObject({
      name: 'Puan Halimah binti Omar',
      identity_no: '901345105511',
    })
    await expect(edit({ ...untyped, identity_type: 'passport' })).toRefuse(
      'identity.number_again',
      'identity_no',
    )
  })

  test('a corrected phone is not the one that had the code', async () => {
    const { id, edit } = await applied()
    const verified = () =>
      tenant.read((db) =>
        db.selectFrom('application').select('phone_verified').where('id', '=', id).executeTakeFirst(),
      )
    await edit({ ...mother, name: 'Puan Halimah binti Omar' })
    expect(await verified()).toEqual({ phone_verified: true })
    await edit({ ...mother, phone: '+60140998877' })
    expect(await verified()).toEqual({ phone_verified: false })
  })

  test('what a family said is corrected until its application is decided', async () => {
    const { id, edit } = await applied()
    await approve(id)
    await expect(edit({ ...mother, name: 'Orang Lain' })).toRefuse('application.decided')
  })

  test('a child who is on file already is not taken for another one', async () => {
    const [pupil, other, { id: subject_id }] = await tenant.write(async (trx) => [
      await student(trx),
      await student(trx),
      await subject(trx),
    ])
    const students = [{ student_id: pupil.id, subjects: wishes(subject_id) }]
    const parent_id = pupil.payer!.id
    const { id } = await submit(tenant, newApplication({ channel: 'parent', parent_id, students }))
    const at = await which(id, { place: 1 })
    const settled = tenant.write((trx) => linkToStudent(trx, admin, everywhere, keysIn(tenant), at, other.id))
    await expect(settled.catch(said)).toRefuse('action_not_allowed')
  })
})
