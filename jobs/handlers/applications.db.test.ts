import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import {
  approveApplication,
  rejectApplication,
} from '#app/domain/enrolment/applications/decide-application.ts'
import {
  appliedChild,
  appliedParent,
  newApplication,
  submit,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import {
  discount,
  type Given,
  insert,
  parent,
  student,
  subject,
  type Trx,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { autoApproveApplication, cleanApplications } from './enrolment.ts'

const keepAllApplications = handlerOf('application.upkeep_all')

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.actor('admin')
})

const storedFile = (trx: Trx, storage_key = `k/${newId()}`) =>
  insert(trx, 'stored_file', {
    ...{ id: newId(), storage_key, kind: 'application', name: 'Surat beranak Rahsia.pdf' },
    ...{ content_type: 'application/pdf', size_bytes: 13, sha256: Buffer.alloc(32) },
  })
const taught = (given: Given<'subject'> = {}) => tenant.write((trx) => subject(trx, given))
const apply = async (given: Partial<Parameters<typeof newApplication>[0]> = {}) => {
  const maths = await taught()
  const students = [{ ...appliedChild(), subjects: wishes(maths.id) }]
  return (await submit(tenant, newApplication({ students, ...given }))).id
}
const told = (application_id: string) =>
  withPlatform(tenant.database.pool, async (trx) => {
    const rows = trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'application.notify')
    const jobs = (await rows.execute()).map(({ payload }) => payload as { application_id: string })
    return jobs.filter((job) => job.application_id === application_id).length
  })
const age = (id: string, columns: ('submitted_at' | 'reminded_at' | 'decided_at')[], days: number) =>
  tenant.write(async (trx) => {
    for (const column of columns) {
      const passed = sql`${sql.ref(column)} - make_interval(days => ${days})`
      await sql`update application set ${sql.ref(column)} = ${passed} where id = ${id}`.execute(trx)
      if (column === 'decided_at')
        await sql`update application_student set decided_at = ${passed} where application_id = ${id}`.execute(
          trx,
        )
    }
  })
const upkeep = () => cleanApplications({}, jobTools(tenant, 'application.upkeep'))
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

test('who decides is reminded after thirty days, and again after thirty more', async () => {
  const id = await apply()
  const first = await told(id)
  await age(id, ['submitted_at'], 29)
  await upkeep()
  expect(await told(id)).toBe(first)
  await age(id, ['submitted_at'], 1)
  for (const _ of ['once', 'twice']) await upkeep()
  expect(await told(id)).toBe(first + 1)
  await age(id, ['submitted_at', 'reminded_at'], 30)
  await upkeep()
  expect(await told(id)).toBe(first + 2)
  expect((await rowOf(id)).status).toBe('pending')
})

test('nothing is left of who was rejected 180 days ago, but that there was somebody', async () => {
  const tools = jobTools(tenant, 'application.upkeep')
  const key = `paper-${newId()}`
  await tools.files.put(key, Buffer.from('surat beranak'), 'application/pdf')
  const file = await tenant.write((trx) => storedFile(trx, key))
  const mother = appliedParent({ identity_no: '901345105588' })
  const child = appliedChild({ name: 'Aqil Rahsia' })
  const maths = await taught()
  const id = await apply({
    ...{ parents: [mother], answers: [{ label: { en: 'How' }, student_place: null, answer: 'Rahsia' }] },
    students: [{ ...child, subjects: wishes(maths.id) }],
    documents: [{ kind: 'birth_certificate', question: null, student_place: 1, file_id: file.id }],
  })
  const admin = await tenant.actor('admin')
  await tenant.write((trx) =>
    rejectApplication(trx, admin, everywhere, { id, version: 1 }, 'Aqil Rahsia terlalu muda.'),
  )
  await age(id, ['decided_at'], 179)
  await upkeep()
  expect((await rowOf(id)).anonymised_at).toBeNull()
  expect(await tools.files.exists(key)).toBe(true)
  await age(id, ['decided_at'], 2)
  for (const _ of ['once', 'twice']) await upkeep()
  expect(await tools.files.exists(key)).toBe(false)
  const left = await tenant.read(async (db) => [
    await rowOf(id),
    await db.selectFrom('application_parent').selectAll().where('application_id', '=', id).execute(),
    await db.selectFrom('application_student').selectAll().where('application_id', '=', id).execute(),
    await db.selectFrom('application_document').selectAll().where('application_id', '=', id).execute(),
    await db.selectFrom('stored_file').selectAll().where('id', '=', file.id).execute(),
  ])
  const text = JSON.stringify(left)
  for (const secret of ['Rahsia', mother.name, mother.phone, mother.email!, child.birth_cert_no!, '192.0.2'])
    expect(text, secret).not.toContain(secret)
  expect(left[0]).toMatchObject({ status: 'rejected', answers_sealed: null })
  expect(left[2]).toMatchObject([{ born_on: '2017-01-01', answers_sealed: null }])
})

describe('approval by itself', () => {
  const decide = (application_id: string) =>
    autoApproveApplication({ application_id }, jobTools(tenant, 'application.auto_approve'))
  const statusOf = async (id: string) => (await rowOf(id)).status
  /** What is demanded of families besides their answers. */
  const demands = (asked: object) =>
    tenant.write((trx) =>
      trx
        .updateTable('setting')
        .set({ value: JSON.stringify(asked) })
        .where('key', '=', 'registration_form')
        .execute(),
    )
  const nothing = { fields: { default: { 'document.birth_certificate': 'shown' } } }
  beforeAll(async () => {
    await tenant.write(async (trx) => {
      await insert(trx, 'setting', { key: 'application', value: JSON.stringify({ auto_approve: true }) })
      await insert(trx, 'setting', { key: 'registration_form', value: JSON.stringify(nothing) })
    })
  })

  describe('where a subsidy follows a low income', () => {
    const subsidise = (given: object = {}) =>
      tenant.write((trx) =>
        discount(trx, { type: 'subsidy', method: 'percent', percent_bp: 10_000, by_income: true, ...given }),
      )
    const poor = () => appliedParent({ income_above_2500: 'no' })
    const incomesOf = (id: string) =>
      tenant.read(async (db) => {
        const rows = await db
          .selectFrom('application_parent')
          .innerJoin('parent', 'parent.id', 'application_parent.parent_id')
          .select('parent.income_above_2500')
          .where('application_id', '=', id)
          .execute()
        return rows.map(({ income_above_2500 }) => income_above_2500)
      })
    const off = (id: string) =>
      tenant.write((trx) =>
        trx.updateTable('discount').set({ status: 'inactive' }).where('id', '=', id).execute(),
      )

    test('waits for somebody who has seen the proof; the answer counts from their approval on', async () => {
      const { id: rule } = await subsidise()
      const id = await apply({ parents: [poor()] })
      await decide(id)
      expect(await statusOf(id)).toBe('pending')
      const admin = await tenant.actor('admin')
      await tenant.write(async (trx) =>
        approveApplication(
          trx,
          admin,
          everywhere,
          keysIn(tenant),
          { id, version: (await rowOf(id)).version },
          currentDay(),
        ),
      )
      expect(await incomesOf(id)).toEqual([false])
      await off(rule)
    })

    test('takes in who answers that they earn more, or nothing', async () => {
      const { id: rule } = await subsidise()
      for (const income_above_2500 of ['yes', undefined] as const) {
        const id = await apply({ parents: [appliedParent({ income_above_2500 })] })
        await decide(id)
        expect(await statusOf(id)).toBe('approved')
      }
      await off(rule)
    })

    test('takes in without such a rule, and leaves the income unknown for a rule that comes later', async () => {
      const id = await apply({ parents: [poor()] })
      await decide(id)
      expect(await statusOf(id)).toBe('approved')
      expect(await incomesOf(id)).toEqual([null])
    })
  })

  test('takes in who is new and has a seat, and is asked for as soon as it comes in', async () => {
    const id = await apply()
    await expect(tenant).toHaveEnqueued('application.auto_approve', { application_id: id })
    expect(await told(id)).toBe(0)
    for (const _ of ['once', 'twice']) await decide(id)
    expect(await statusOf(id)).toBe('approved')
  })

  test('waits for a person where somebody is like one on file, has to wait, or has proven nothing', async () => {
    const full = await taught({ capacity: 1, waitlist: true })
    const seated = await apply({ students: [{ ...appliedChild(), subjects: wishes(full.id) }] })
    const [pupil, known, maths] = await tenant.write(async (trx) => [
      await student(trx),
      await parent(trx),
      await subject(trx),
    ])
    const one = (child = appliedChild()) => [{ ...child, subjects: wishes(maths.id) }]
    const twin = appliedChild({ birth_cert_no: pupil.birth_cert_no! })
    const waits = [
      await apply({ students: [{ ...appliedChild(), subjects: wishes(full.id) }] }),
      await apply({ students: one(twin) }),
      await apply({ students: one(), parents: [appliedParent({ name: known.name, email: known.email! })] }),
      await apply({
        students: one(),
        parents: [appliedParent({ name: known.name, phone: known.phone })],
        phone_verified: false,
      }),
      // Only the first parent has proven a phone, and that one is not theirs.
      await apply({
        students: one(),
        parents: [
          appliedParent(),
          appliedParent({ relationship: 'father', name: known.name, phone: known.phone }),
        ],
      }),
    ]
    for (const id of waits) {
      await decide(id)
      expect(await statusOf(id)).toBe('pending')
      expect(await told(id)).toBeGreaterThan(0)
    }
    // A number with another name may have a new owner.
    const renamed = await apply({ students: one(), parents: [appliedParent({ phone: known.phone })] })
    await decide(renamed)
    expect(await statusOf(renamed)).toBe('pending')
    const proven = await apply({
      students: one(),
      parents: [appliedParent({ name: known.name, phone: known.phone })],
    })
    for (const id of [proven, seated]) {
      await decide(id)
      expect(await statusOf(id)).toBe('approved')
    }
  })

  test('waits for a person while a paper is missing that is demanded by now', async () => {
    const paper = (given: { kind: 'birth_certificate' | 'question'; question?: Record<string, string> }) =>
      tenant.write(async (trx) => {
        const file = await storedFile(trx)
        return { question: null, ...given, student_place: 1, file_id: file.id }
      })
    const label = { en: 'School report', my: 'Buku laporan' }
    const report = { id: 'r', kind: 'file', of: 'child', label, required: true }
    const papers = async (...kinds: Parameters<typeof paper>[0][]) =>
      apply({ documents: await Promise.all(kinds.map(paper)) })
    const ids = [
      await papers({ kind: 'birth_certificate' }),
      await papers({ kind: 'birth_certificate' }, { kind: 'question', question: { en: 'Another' } }),
      await papers({ kind: 'question', question: label }),
      await papers({ kind: 'birth_certificate' }, { kind: 'question', question: label }),
    ]
    await demands({ questions: [report] })
    for (const id of ids) await decide(id)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['pending', 'pending', 'pending', 'approved'])
    await demands(nothing)
  })

  test('a refusal leaves all as it was and tells who decides', async () => {
    const { birth_cert_no: _none, ...nameless } = appliedChild()
    const maths = await taught()
    const id = await apply({ students: [{ ...nameless, subjects: wishes(maths.id) }] })
    await decide(id)
    expect(await statusOf(id)).toBe('pending')
    expect(await told(id)).toBeGreaterThan(0)
  })
})

test('each active organisation is asked by itself', async () => {
  const resting = await freshTenant({ status: 'inactive' })
  const tools = jobTools(tenant, 'application.upkeep_all')
  await keepAllApplications({}, { ...tools, withTenant: tools.withPlatform } as never)
  const asked = await withPlatform(tenant.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('entity_id').where('name', '=', 'application.upkeep').execute(),
  )
  const ids = asked.map(({ entity_id }) => entity_id)
  expect(ids).toContain(tenant.place.id)
  expect(ids).not.toContain(resting.place.id)
})
