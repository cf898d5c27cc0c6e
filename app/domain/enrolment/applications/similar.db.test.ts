import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { auditOf, inBranch, keysIn } from '#app/domain/people/parents/test-support.ts'
import { createStudent } from '#app/domain/people/students/change-student.ts'
import { newStudent } from '#app/domain/people/students/test-support.ts'
import { branch, type Given, parent, student, subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { AppliedStudent } from './application.ts'
import { editStudentAnswers } from './edit.ts'
import { applicationChild, applicationList } from './find-applications.ts'
import { declareDifferent, likenesses, linkToStudent } from './similar.ts'
import { appliedChild, decisionsIn, newApplication, said, submit, today, wishes } from './test-support.ts'

let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const taught = (given: Given<'subject'> = {}) => tenant.write((trx) => subject(trx, given))
const apply = (students: AppliedStudent[]) => submit(tenant, newApplication({ students }))
const { approve, childrenOf, which } = decisionsIn(
  () => tenant,
  () => admin,
)

describe('seats', () => {
  test('a class that has run full since is said by name, with its waiting list where it has one', async () => {
    const scene = async (waitlist: boolean) => {
      const small = await taught({ capacity: 2, waitlist, name: 'Piano' })
      const { id } = await apply([{ ...appliedChild(), subjects: wishes(small.id) }])
      await tenant.write(async (trx) => {
        await trx.updateTable('subject').set({ capacity: 1 }).where('id', '=', small.id).execute()
        const { id: student_id } = await student(trx)
        await trx
          .insertInto('enrolment')
          .values({ id: student_id, student_id, subject_id: small.id, starts_on: today })
          .execute()
      })
      return { id, subject_id: small.id }
    }
    await expect(approve((await scene(false)).id)).toRefuse('application.class_full')
    const { id, subject_id } = await scene(true)
    await expect(approve(id)).toRefuse('application.full_now')
    await approve(id, { place: 1, chosen: [{ subject_id, place: 'waiting' }] })
    const [line] = await childrenOf(id)
    const seat = await tenant.read((db) =>
      db
        .selectFrom('enrolment')
        .select('status')
        .where('student_id', '=', line!.student_id)
        .executeTakeFirstOrThrow(),
    )
    expect(seat.status).toBe('waitlisted')
    expect(line!.invoice_id).toBeNull()
  })

  test('who waited at first gets a place on the waiting list', async () => {
    const small = await taught({ capacity: 1, waitlist: true })
    const ids = []
    for (const _ of [1, 2]) ids.push((await apply([{ ...appliedChild(), subjects: wishes(small.id) }])).id)
    for (const id of ids) await approve(id)
    const seats = await tenant.read((db) =>
      db
        .selectFrom('enrolment')
        .select('status')
        .where('subject_id', '=', small.id)
        .orderBy('status')
        .execute(),
    )
    expect(seats.map(({ status }) => status)).toEqual(['active', 'waitlisted'])
  })
})

describe('a child who is like one on file', () => {
  const onFile = (given: Parameters<typeof newStudent>[1]) =>
    tenant.write(async (trx) => {
      const { id } = await parent(trx)
      return createStudent(trx, admin, everywhere, keysIn(tenant), id, newStudent(tenant, given), today)
    })
  const like = async (given: Parameters<typeof appliedChild>[0]) => {
    const maths = await taught()
    const { id } = await apply([{ ...appliedChild(given), subjects: wishes(maths.id) }])
    const [line] = await childrenOf(id)
    return { id, line: line!, maths }
  }
  const settle = async (verb: typeof linkToStudent, id: string, said_: string) => {
    const at = await which(id, { place: 1 })
    return tenant.write((trx) => verb(trx, admin, everywhere, keysIn(tenant), at, said_)).catch(said)
  }
  const isListed = async (id: string) => {
    const asked = applicationList.search.parse({ alike: 'student' })
    const reader = { scope: everywhere, roles: admin.roles, today }
    const rows = await tenant.read((db) =>
      db
        .selectFrom(applicationList.query(db, reader, asked).as('each'))
        .selectAll()
        .execute(),
    )
    return rows.some((row) => row.id === id)
  }

  test('with the same number is the same child, whatever is said, and gets the seats', async () => {
    const known = await onFile({ birth_cert_no: 'SAMA1' })
    const { id, line, maths } = await like({ birth_cert_no: 'SAMA1' })
    await expect(approve(id)).toRefuse('application.similar')
    expect(await isListed(id)).toBe(true)
    await expect(settle(declareDifferent, id, 'Ini anak jiran mereka.')).toRefuse('duplicate.student')
    const stranger = await tenant.write((trx) => student(trx))
    await expect(settle(linkToStudent, id, stranger.id)).toRefuse('not_found.student')
    await settle(linkToStudent, id, known)
    expect(await isListed(id)).toBe(false)
    await approve(id)
    const seats = await tenant.read((db) =>
      db.selectFrom('enrolment').select('subject_id').where('student_id', '=', known).execute(),
    )
    expect(seats).toEqual([{ subject_id: maths.id }])
    // Whose child it was stays first; who applied has come along.
    const family = await tenant.read((db) =>
      db.selectFrom('student_parent').select('is_payer').where('student_id', '=', known).execute(),
    )
    expect(family.map(({ is_payer }) => is_payer).toSorted()).toEqual([false, true])
    expect((await auditOf(tenant, id)).map(({ action }) => action)).toContain('application.linked')
    expect((await childrenOf(id))[0]).toMatchObject({ id: line.id, student_id: known, status: 'approved' })
  })

  test('with the same name and birthday can be another one, for a reason', async () => {
    const twin = { name: 'Nur Iman', born_on: '2016-01-02' }
    const known = await onFile(twin)
    const { id } = await like({ name: 'nur  iman', born_on: '2016-01-02' })
    await expect(approve(id)).toRefuse('application.similar')
    await settle(declareDifferent, id, 'Sepupu dengan nama yang sama.')
    expect(await isListed(id)).toBe(false)
    await approve(id)
    const [line] = await childrenOf(id)
    expect(line!.student_id).not.toBe(known)
  })

  test('has to be told apart again once the office has corrected what was said of it', async () => {
    const twin = { name: 'Nur Hana', born_on: '2016-03-04' }
    await onFile(twin)
    const { id } = await like(twin)
    await settle(declareDifferent, id, 'Sepupu dengan nama yang sama.')
    await onFile({ name: 'Nur Hani', born_on: '2016-03-04' })
    const { student_id: _none, ...answers } = appliedChild({ ...twin, name: 'Nur Hani' })
    const at = await which(id, { place: 1 })
    await tenant.write((trx) => editStudentAnswers(trx, admin, everywhere, keysIn(tenant), at, answers))
    await expect(approve(id)).toRefuse('application.similar')
  })

  test('is told to who does not reach it only by where it is', async () => {
    const far = await tenant.write((trx) => branch(trx, { name: 'Cawangan Jauh' }))
    await onFile({ birth_cert_no: 'JAUH1', branch_id: far.id })
    const { line } = await like({ birth_cert_no: 'JAUH1' })
    const seen = (scope: typeof everywhere) =>
      tenant.read(async (db) => {
        const child = await applicationChild(db, everywhere, keysIn(tenant), line.id)
        return likenesses(db, scope, keysIn(tenant), child)
      })
    expect(await seen(inBranch(tenant.branch.id))).toEqual([
      { same: 'birth_cert_no', branch: 'Cawangan Jauh', row: null },
    ])
    expect((await seen(everywhere))[0]!.row).toMatchObject({ birth_cert_masked: '***H1' })
  })

  test('is looked for anew after the office has corrected what was said, which the log tells by field', async () => {
    await onFile({ birth_cert_no: 'BETUL1' })
    const { id, line } = await like({ birth_cert_no: 'SALAH1' })
    const input = { ...appliedChild({ name: line.name }), birth_cert_no: 'BETUL1' }
    const { student_id: _none, ...answers } = input
    const at = await which(id, { place: 1 })
    await tenant.write((trx) => editStudentAnswers(trx, admin, everywhere, keysIn(tenant), at, answers))
    await expect(approve(id)).toRefuse('application.similar')
    const edited = (await auditOf(tenant, id)).find(({ action }) => action === 'application.edited')
    expect(edited!.after).toMatchObject({ of: 'student 1', changed: ['birth_cert_no'] })
    expect(JSON.stringify(edited)).not.toContain('BETUL1')
  })
})
