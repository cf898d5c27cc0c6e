import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { auditOf, inBranch, keysIn } from '#app/domain/people/parents/test-support.ts'
import {
  branch,
  enrolment,
  type Given,
  insert,
  parent,
  student,
  subject,
} from '#tests/support/database/factories.ts'
import { listed, reader } from '#tests/support/database/lists.ts'
import '#tests/support/product/matchers.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { billableList, billableStudent, parentsOf } from './billable.ts'
import {
  createStudent,
  editStudent,
  openHealth,
  removeStudent,
  restoreStudent,
  revealStudent,
  setHealth,
  setStudentStatus,
} from './change-student.ts'
import { familyOf, setFamily, siblingsOf } from './family.ts'
import { studentFor, studentList, studentRow } from './find-students.ts'
import type { NewStudentInput, StudentStatus } from './student.ts'
import { newStudent } from './test-support.ts'

describe('students', () => {
  const today = '2026-03-04'
  let tenant: Tenant
  let admin: Actor
  let payer: { id: string; name: string }
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
    payer = await tenant.write((trx) => parent(trx, { name: 'Puan Zainab' }))
  })

  const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)
  const create = (given: Partial<NewStudentInput> = {}, scope: RowScope = everywhere, parent_id = payer.id) =>
    tenant
      .write((trx) =>
        createStudent(trx, admin, scope, keysIn(tenant), parent_id, newStudent(tenant, given), today),
      )
      .catch(said)
  const edit = (id: string, given: Partial<NewStudentInput> & { identity_clear?: boolean }, version = 1) =>
    tenant
      .write((trx) => {
        const { relationship: _, birth_cert_no: __, ...input } = newStudent(tenant)
        return editStudent(
          trx,
          admin,
          everywhere,
          keysIn(tenant),
          { id, version },
          { ...input, ...given },
          today,
        )
      })
      .catch(said)
  const view = (id: string, scope: RowScope = everywhere) =>
    tenant.read((db) => studentRow(db, scope, keysIn(tenant), id))

  test('of a colleague have names that another colleague confirms', async () => {
    const clerk = await tenant.actor('clerk')
    const self = await tenant.write((trx) => parent(trx, { user_id: clerk.id }))
    const keys = keysIn(tenant)
    const confirmed = async (id: string) =>
      (await tenant.read((db) =>
        db.selectFrom('student').select('name_confirmed').where('id', '=', id).executeTakeFirstOrThrow(),
      ))!.name_confirmed
    const rename = (actor: Actor, id: string, name: string, version: number) => {
      const { relationship: _, birth_cert_no: __, ...input } = newStudent(tenant, { name })
      return tenant.write((trx) => editStudent(trx, actor, everywhere, keys, { id, version }, input, today))
    }
    const id = await tenant.write((trx) =>
      createStudent(trx, clerk, everywhere, keys, self.id, newStudent(tenant), today),
    )
    expect(await confirmed(id)).toBe(false)
    await rename(admin, id, 'Aisyah Sofea Zamri', 1)
    expect(await confirmed(id)).toBe(true)
    await rename(clerk, id, 'Aisyah Sofea Zamri', 2)
    expect(await confirmed(id)).toBe(true)
    await rename(clerk, id, 'Lim Ah Seng', 3)
    expect(await confirmed(id)).toBe(false)
  })

  describe('a student', () => {
    test('is registered with a parent who is asked first and pays, and a number of their year', async () => {
      await create({ registered_on: '2024-05-01', student_no: '240017' })
      const id = await create({
        registered_on: '2024-06-01',
        identity_type: 'nric',
        identity_no: '170203005678',
      })
      const row = await view(id)
      expect(row).toMatchObject({ student_no: '240018', status: 'active', identity_masked: '170203-**-**78' })
      expect(await tenant.read((db) => familyOf(db, id))).toMatchObject([
        { id: payer.id, relationship: 'mother', is_primary: true, is_payer: true },
      ])
      const raw = await tenant.read((db) =>
        db.selectFrom('student').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      )
      expect(JSON.stringify([raw, row, await auditOf(tenant, id)])).not.toContain('170203005678')
    })

    test('gets a number of their own each, however many are registered at once', async () => {
      const ids = await Promise.all(Array.from({ length: 8 }, () => create({ registered_on: '2023-01-05' })))
      const numbers = await Promise.all(ids.map(async (id) => (await view(id)).student_no))
      expect(numbers.toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => `23000${index + 1}`))
    })

    test('needs a number, a birth that was, a branch and a parent in reach', async () => {
      await expect(create({ birth_cert_no: undefined })).toRefuse('student.number_needed', 'birth_cert_no')
      await expect(create({ born_on: '2026-03-05', registered_on: '2026-03-06' })).toRefuse(
        'student.born_on',
        'born_on',
      )
      const far = await tenant.write((trx) => branch(trx))
      const mine = inBranch(tenant.branch.id)
      await create()
      await expect(create({ branch_id: far.id }, mine)).toRefuse('not_found.branch', 'branch_id')
      const strange = await tenant.write((trx) => parent(trx))
      await expect(create({}, mine, strange.id)).toRefuse('not_found.parent')
      const resting = await tenant.write((trx) => parent(trx, { status: 'inactive' }))
      await expect(create({}, everywhere, resting.id)).toRefuse('not_found.parent')
      await create({ student_no: 'SAMA-1' })
      await expect(create({ student_no: 'sama-1' })).toRefuse('duplicate.student_no', 'student_no')
    })

    test('changed keeps the numbers that are not said, and another kind of number needs the number', async () => {
      const id = await create({ identity_type: 'nric', identity_no: '160203005678' })
      await edit(id, { identity_type: 'nric', name: 'Nama Baharu', tags: ['asrama'] })
      const row = await view(id)
      expect(row).toMatchObject({ name: 'Nama Baharu', identity_masked: '160203-**-**78', tags: ['asrama'] })
      expect(row.birth_cert_masked).toMatch(/^\*+\d\d$/)
      await expect(edit(id, { identity_type: 'passport' }, 2)).toRefuse(
        'identity.number_again',
        'identity_no',
      )
      await expect(edit(id, { identity_type: 'nric' }, 1)).toRefuse('version_conflict')
      await edit(id, { identity_clear: true }, 2)
      expect((await view(id)).identity_masked).toBeNull()
      const last = (await auditOf(tenant, id)).at(-1)!
      expect(last).toMatchObject({ action: 'student.edited', after: { identity_no: '•••' } })
    })
  })

  describe('a likeness', () => {
    test('in a number is refused, whatever is said', async () => {
      const id = await create({ identity_type: 'nric', identity_no: '150203005678', birth_cert_no: 'AA 111' })
      const number = {
        identity_type: 'nric',
        identity_no: '150203005678',
        twin_reason: 'anak kembar',
      } as const
      const again = create(number)
      await expect(again).toRefuse('duplicate.student', 'identity_no')
      expect((await again.catch((error) => error)).found).toMatchObject([{ id, parents: 'Puan Zainab' }])
      await expect(create({ birth_cert_no: 'aa 111' })).toRefuse('duplicate.student', 'birth_cert_no')
    })

    test('in name and birthday is shown, and goes on with a reason that is kept', async () => {
      const id = await create({ name: 'Muhammad Ali bin Abu', born_on: '2016-07-08' })
      const twin = { name: 'MUHAMMAD  ALI bin-Abu', born_on: '2016-07-08' }
      const again = create(twin)
      await expect(again).toRefuse('student.twin', 'twin_reason')
      expect((await again.catch((error) => error)).found).toMatchObject([
        { id, same: 'twin', status: 'active' },
      ])
      const afar = await create(twin, inBranch(tenant.branch.id)).catch((error) => error)
      expect(afar.found).toMatchObject([{ id, branch: tenant.branch.name }])
      const other = await create({ ...twin, twin_reason: 'Sepupu dengan nama yang sama' })
      expect((await auditOf(tenant, other))[0]!.after).toMatchObject({
        same_as: [id],
        twin_reason: 'Sepupu dengan nama yang sama',
      })
      await edit(other, { ...twin, previous_school: 'SK Taman' })
      await create({ ...twin, born_on: '2016-07-09' })
    })

    test.each([
      ['Siti ’Aisyah Binti Contoh', 'SITI AISYAH BT. CONTOH'],
      ['Muhammad Hassan bin Ujian', 'Muhamad Hasan Ujian'],
      ['Nur Ain binti Ujian', 'Nurain Bte Ujian'],
      ['Muthu a/l Ujian', 'MUTHU A/L. UJIAN'],
    ])('with the name %s, spelled %s, is shown', async (name, spelled) => {
      const id = await create({ name, born_on: '2016-09-10' })
      const again = create({ name: spelled, born_on: '2016-09-10' })
      await expect(again).toRefuse('student.twin', 'twin_reason')
      expect((await again.catch((error) => error)).found).toMatchObject([{ id, same: 'twin' }])
    })

    test('with a child who was removed is none', async () => {
      const details = { name: 'Anak Dahulu', born_on: '2016-02-02', birth_cert_no: 'DAHULU 1' }
      const id = await create(details)
      await tenant.write((trx) => removeStudent(trx, admin, everywhere, { id, version: 1 }, today))
      await create(details)
      await expect(create(details)).toRefuse('duplicate.student', 'birth_cert_no')
    })

    test('with a child out of reach tells no more than where it is', async () => {
      const far = await tenant.write((trx) => branch(trx, { name: 'Cawangan Jauh' }))
      await create({ name: 'Anak Jauh', born_on: '2016-01-01', branch_id: far.id })
      const reached = await tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))
      const twin = { name: 'Anak Jauh', born_on: '2016-01-01' }
      const afar = await create(twin, inBranch(tenant.branch.id), reached.payer!.id).catch((error) => error)
      expect(afar.found).toEqual([
        {
          ...{ id: null, name: null, student_no: null, born_on: null, gender: null, parents: null },
          ...{ branch: 'Cawangan Jauh', status: 'active', same: 'twin' },
        },
      ])
    })
  })

  test('a family finds its children, whichever of its parents asks, and none of another family', async () => {
    const [own, foreign] = await tenant.write(
      async (trx) => [await student(trx, { tags: ['anak guru'] }), await student(trx)] as const,
    )
    const father = await tenant.write(async (trx) => {
      const { id: parent_id } = await parent(trx)
      const link = { student_id: own.id, parent_id, relationship: 'father' }
      await insert(trx, 'student_parent', { ...link, is_primary: false, is_payer: false })
      return parent_id
    })
    for (const parent_id of [own.payer!.id, father]) {
      const family: RowScope = { ...everywhere, scope: 'own', parent_id }
      const find = (id: string) => tenant.read((db) => studentRow(db, family, keysIn(tenant), id))
      const row = await find(own.id)
      expect(row.name).toBe(own.name)
      expect(studentFor(['parent'], row).tags).toBeNull()
      expect(studentFor(['clerk'], row).tags).toEqual(['anak guru'])
      await expect(find(foreign.id)).toRefuse('not_found.student')
    }
  })

  describe('a family', () => {
    test('is one to four parents, of whom one is asked first and one pays', async () => {
      const id = await create()
      const [father, aunt] = await tenant.write(
        async (trx) => [await parent(trx), await parent(trx)] as const,
      )
      const one = (parent_id: string, remove = false) =>
        ({ parent_id, relationship: 'guardian', remove }) as const
      const set = (parents: ReturnType<typeof one>[], primary_id: string, payer_id: string, version = 1) =>
        tenant.write((trx) =>
          setFamily(trx, admin, everywhere, everywhere, id, { parents, primary_id, payer_id, version }),
        )
      await set([one(payer.id), one(father.id)], father.id, payer.id)
      expect(await tenant.read((db) => familyOf(db, id))).toMatchObject([
        { id: father.id, is_primary: true, is_payer: false },
        { id: payer.id, is_primary: false, is_payer: true },
      ])
      await expect(set([one(payer.id)], payer.id, payer.id)).toRefuse('version_conflict')
      await expect(set([one(payer.id)], payer.id, aunt.id, 2)).toRefuse('student.not_a_parent', 'payer_id')
      await expect(set([one(payer.id, true)], payer.id, payer.id, 2)).toRefuse(
        'student.parent_count',
        'parents',
      )
      const five = await tenant.write(async (trx) => {
        const more = []
        for (let count = 0; count < 4; count++) more.push(await parent(trx))
        return more
      })
      await expect(set([one(payer.id), ...five.map((row) => one(row.id))], payer.id, payer.id, 2)).toRefuse(
        'student.parent_count',
        'parents',
      )
      await expect(
        tenant.write((trx) =>
          setFamily(trx, admin, everywhere, inBranch(), id, {
            ...{
              parents: [one(payer.id), one(aunt.id)],
              primary_id: payer.id,
              payer_id: payer.id,
              version: 2,
            },
          }),
        ),
      ).toRefuse('not_found.parent')
      expect((await auditOf(tenant, id)).at(-1)).toMatchObject({
        action: 'student.family_changed',
        after: { payer: 'Puan Zainab' },
      })
    })

    test('shows brothers and sisters as far as one reaches, and counts the others', async () => {
      const mother = await tenant.write((trx) => parent(trx))
      const far = await tenant.write((trx) => branch(trx))
      const [eldest, second] = [
        await create({}, everywhere, mother.id),
        await create({}, everywhere, mother.id),
      ]
      await create({ branch_id: far.id }, everywhere, mother.id)
      const { rows, elsewhere } = await tenant.read((db) =>
        siblingsOf(db, inBranch(tenant.branch.id), eldest),
      )
      expect(rows.map(({ id }) => id)).toEqual([second])
      expect(elsewhere).toBe(1)
    })
  })

  describe('who is told what', () => {
    test('a class its pupils, without parents’ names to who teaches', async () => {
      const { pupil, trainer, subject_id } = await tenant.write(async (trx) => {
        const payer = await parent(trx, { name: 'Puan Kesuma Dewi', phone: '+60137654321' })
        const pupil = await student(trx, { name: 'Murid Kelas' }, { payer })
        const { id: subject_id } = await subject(trx)
        await enrolment(trx, { student_id: pupil.id, subject_id })
        const trainer = await tenant.actor('trainer')
        await insert(trx, 'subject_trainer', { subject_id, user_id: trainer.id })
        await enrolment(trx, { student_id: (await student(trx)).id, subject_id: (await subject(trx)).id })
        return { pupil, trainer, subject_id }
      })
      const scope: RowScope = { ...everywhere, scope: 'class', user_id: trainer.id }
      const list = async (query: Record<string, string> = {}) =>
        (await listed(tenant, studentList, query, { scope, roles: ['trainer'] })).rows
      expect(await list()).toMatchObject([{ id: pupil.id, classes: 1 }])
      expect(Object.keys((await list())[0]!)).not.toContain('parent')
      for (const q of ['Kesuma', '0137654321']) expect(await list({ q })).toEqual([])
      expect(await list({ q: 'Murid Kelas' })).toHaveLength(1)
      const offered = await tenant.read((db) =>
        studentList.filters.subject_id.entries(db, reader({ scope, roles: ['trainer'] }), undefined),
      )
      expect(offered.map(({ id }) => id)).toEqual([subject_id])
      const { contact, identity } = studentFor(['trainer'], await view(pupil.id, scope))
      expect([contact, identity]).toEqual([null, null])
      await expect(view(await create(), scope)).toRefuse('not_found.student')
      await tenant.write((trx) =>
        trx
          .updateTable('enrolment')
          .set({ status: 'ended', ends_on: today })
          .where('student_id', '=', pupil.id)
          .execute(),
      )
      expect(await list()).toEqual([])
      await expect(view(pupil.id, scope)).toRefuse('not_found.student')
    })

    test('health is written down when it is opened, and what it was changed to is not', async () => {
      const id = await create()
      const set = (version: number, health_conditions?: string) =>
        tenant.write((trx) => setHealth(trx, admin, everywhere, { id, version }, { health_conditions }))
      await set(1, 'Asma teruk')
      await expect(set(1)).toRefuse('version_conflict')
      const opened = await tenant.write((trx) => openHealth(trx, admin, everywhere, id))
      expect(opened).toMatchObject({ health_conditions: 'Asma teruk', allergies: null })
      const entries = await auditOf(tenant, id)
      expect(entries.slice(-2).map(({ action }) => action)).toEqual([
        'student.health_edited',
        'student.health_viewed',
      ])
      expect(JSON.stringify(entries)).not.toContain('Asma')
    })

    test('whole numbers leave a trace', async () => {
      const id = await create({ birth_cert_no: 'RAHSIA77' })
      const shown = await tenant.write((trx) => revealStudent(trx, admin, everywhere, keysIn(tenant), id))
      expect(shown).toEqual({ identity_no: null, birth_cert_no: 'RAHSIA77' })
      const entries = await auditOf(tenant, id)
      expect(entries.at(-1)!.action).toBe('identity.revealed')
      expect(JSON.stringify(entries)).not.toContain('RAHSIA77')
    })
  })
})

describe('status', () => {
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
        await enrolment(trx, { student_id: id, starts_on: '2026-02-10', ends_on: '2026-12-31' })
        await enrolment(trx, { student_id: id, starts_on: '2026-06-01' })
      })
      await set(id, 1, 'withdrawn', '2026-03-01')
      expect(await seats(id)).toEqual([
        { status: 'ended', ends_on: '2026-03-01' },
        { status: 'ended', ends_on: '2026-02-20' },
        { status: 'ended', ends_on: '2026-03-01' },
        { status: 'ended', ends_on: '2026-03-01' },
      ])
      expect((await auditOf(tenant, id)).at(-1)).toMatchObject({
        action: 'student.withdrawn',
        before: { status: 'active' },
        after: { status: 'withdrawn', status_on: '2026-03-01', classes_ended: 3 },
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
      // One that is over is not in the way.
      await tenant.write((trx) => enrolment(trx, { student_id: id, status: 'ended', ends_on: '2026-01-31' }))
      await expect(remove(id)).rejects.toMatchObject({
        ...{ code: 'student.has_active_classes', blockers: [{ to: 'enrolment_end', id: seat }] },
      })
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
      await expect(
        tenant.write((trx) => restoreStudent(trx, admin, everywhere, { id, version: 1 })),
      ).toRefuse('not_found.student')
    })
  })
})

describe('students who can be billed', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const scope = (name: RowScope['scope'], branch_ids: string[] = []): RowScope => ({
    scope: name,
    user_id: '',
    branch_ids,
    parent_id: null,
  })

  describe('whom to bill', () => {
    test('is found by name, number, or the payer’s name and phone, with what is owed', async () => {
      const { id } = await tenant.write(async (trx) => {
        const payer = await parent(trx, { name: 'Ravi Kumar', phone: '+60127778889' })
        const row = await student(trx, { name: 'Priya Ravi', student_no: 'P-77' }, { payer })
        const owner = { student_id: row.id, payer_parent_id: payer.id }
        await invoice(trx, { ...owner, paid_sen: 2_000 })
        await invoice(trx, { ...owner, status: 'draft' })
        await invoice(trx, { ...owner, status: 'cancelled' })
        return row
      })
      for (const q of ['priya', 'p-77', 'kumar', '7778889', '012-777 8889', '+6012 7778889']) {
        const { rows } = await listed(tenant, billableList, { q })
        expect(rows, q).toMatchObject([{ id, payer: 'Ravi Kumar', owed_sen: 10_000 }])
      }
    })

    test('is a student of the own branch, and nobody for who may not bill', async () => {
      const [own, other] = await tenant.write(async (trx) => [await branch(trx), await branch(trx)] as const)
      const [here, there] = await tenant.write(
        async (trx) =>
          [await student(trx, { branch_id: own.id }), await student(trx, { branch_id: other.id })] as const,
      )
      const list = async (of: RowScope) => (await listed(tenant, billableList, {}, { scope: of })).rows
      expect((await list(scope('branch', [own.id]))).map(({ id }) => id)).toEqual([here.id])
      for (const of of [scope('class'), scope('own'), scope('branch')]) expect(await list(of)).toEqual([])
      await expect(tenant.read((db) => billableStudent(db, scope('branch', [own.id]), there.id))).toRefuse(
        'not_found.student',
      )
    })

    test('has parents, the one who pays first', async () => {
      const row = await tenant.write(async (trx) => {
        const child = await student(trx)
        const mother = await parent(trx, { name: 'Aaa' })
        await insert(trx, 'student_parent', {
          student_id: child.id,
          parent_id: mother.id,
          relationship: 'mother',
        })
        return child
      })
      const parents = await tenant.read((db) => parentsOf(db, row.id))
      expect(parents.map(({ is_payer }) => is_payer)).toEqual([true, false])
    })
  })
})
