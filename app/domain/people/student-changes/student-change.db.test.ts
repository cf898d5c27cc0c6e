import { beforeAll, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { auditOf, keysIn } from '#app/domain/people/parents/test-support.ts'
import { createStudent, editStudent } from '#app/domain/people/students/change-student.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import type { StudentInput } from '#app/domain/people/students/student.ts'
import { newStudent } from '#app/domain/people/students/test-support.ts'
import { insert, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { openChange, studentChange } from './find-student-changes.ts'
import {
  approveChange,
  rejectChange,
  requestChange,
  revealWanted,
  withdrawChange,
} from './request-and-decide.ts'
import type { StudentChangeInput } from './student-change.ts'

const today = '2026-03-04'
let tenant: Tenant
let own: RowScope
beforeAll(async () => {
  tenant = await freshTenant()
  const { id, parent_id } = await tenant.actor('parent')
  own = { scope: 'own', user_id: id, branch_ids: [], parent_id }
})

const admin = () => tenant.actor('admin')
const keys = () => keysIn(tenant)
let count = 0

/** A child of the parent of the test, and the form as the page fills it in. */
async function child(given: Partial<Parameters<typeof newStudent>[1]> = {}) {
  const input = newStudent(tenant, { phone: '+60135550009', previous_school: 'SK Lama', ...given })
  const actor = await admin()
  const id = await tenant.write((trx) =>
    createStudent(trx, actor, everywhere, keys(), own.parent_id!, input, today),
  )
  const { name, born_on, gender, nationality, identity_type, phone, daycare, previous_school } = input
  const form = { name, born_on, gender, nationality, identity_type, phone, daycare, previous_school }
  return { id, form: form as StudentChangeInput, input }
}

const ask = async (id: string, form: StudentChangeInput, scope = own) => {
  const parent = await tenant.actor('parent')
  return tenant.write((trx) => requestChange(trx, parent, scope, keys(), id, form, today))
}
const row = (id: string) => tenant.read((db) => studentRow(db, everywhere, keys(), id))
const approve = async (id: string, version: number, twin_reason?: string) => {
  const actor = await admin()
  await tenant.write((trx) =>
    approveChange(trx, actor, everywhere, keys(), id, { version, twin_reason }, today),
  )
}
/** As the office changes a student by hand. */
const byHand = async (id: string, input: StudentInput) => {
  const [actor, { version }] = [await admin(), await row(id)]
  await tenant.write((trx) => editStudent(trx, actor, everywhere, keys(), { id, version }, input, today))
}

test('nothing changes before the office agrees; then what was asked for does, and nothing else', async () => {
  const { id, form } = await child()
  const { previous_school: _, ...left } = form
  const birth_cert_no = `NB${++count}9`
  const { id: asked } = await ask(id, {
    ...left,
    name: 'Nurul Hidayah',
    birth_cert_no,
    reason: 'Sijil baharu',
  })
  expect(await row(id)).toMatchObject({ name: form.name, previous_school: 'SK Lama' })
  expect(await tenant.read((db) => openChange(db, own, id))).toBe(asked)
  const before = await row(id)
  await expect(tenant).not.toHaveEnqueued('student_change.send', { student_change_id: asked })
  await approve(asked, before.version)
  const { version, updated_at, ...after } = await row(id)
  const { version: was, updated_at: __, ...earlier } = before
  expect(version).toBe(was + 1)
  expect(after).toEqual({
    ...earlier,
    ...{ name: 'Nurul Hidayah', previous_school: null },
    birth_cert_masked: expect.stringMatching(/^\*+\d9$/),
  })
  await expect(tenant).toHaveEnqueued('student_change.send', { student_change_id: asked })
  expect((await auditOf(tenant, asked)).map(({ action }) => action)).toEqual([
    'student_change.requested',
    'student_change.approved',
  ])
  expect(JSON.stringify(await auditOf(tenant, asked))).not.toContain(birth_cert_no)
  const kept = await tenant.read((db) =>
    db.selectFrom('student_change').selectAll().where('id', '=', asked).executeTakeFirstOrThrow(),
  )
  expect(JSON.stringify(kept)).not.toContain(birth_cert_no)
})

test('the student was changed meanwhile: who compared the older one is told, and what the office changed stays', async () => {
  const { id, form, input } = await child()
  const { id: asked } = await ask(id, { ...form, name: 'Nama Baharu' })
  const compared = await row(id)
  const { relationship: _, form_key: __, ...office } = input
  await byHand(id, { ...office, previous_school: 'SK Bukit' })
  await expect(approve(asked, compared.version)).rejects.toThrow('version_conflict')
  expect(await row(id)).toMatchObject({ name: form.name, previous_school: 'SK Bukit' })
  await approve(asked, (await row(id)).version)
  expect(await row(id)).toMatchObject({ name: 'Nama Baharu', previous_school: 'SK Bukit' })
})

test('asking for what is on file is refused, and a second request while one waits', async () => {
  const { id, form, input } = await child()
  await expect(ask(id, form)).rejects.toThrow('student_change.nothing')
  await expect(ask(id, { ...form, birth_cert_no: input.birth_cert_no })).rejects.toThrow(
    'student_change.nothing',
  )
  await expect(ask(id, { ...form, born_on: '2026-03-05' })).rejects.toThrow('student.born_on')
  await ask(id, { ...form, name: 'Satu' })
  await expect(ask(id, { ...form, name: 'Dua' })).rejects.toThrow('duplicate.student_change')
})

test('another kind of card wants its number', async () => {
  const { id, form } = await child({ identity_type: 'passport', identity_no: `A${1000000 + ++count}` })
  const other = { ...form, identity_type: 'nric' as const }
  await expect(ask(id, other)).rejects.toThrow('identity.number_again')
  await ask(id, { ...other, identity_no: '170203105679' })
})

test('only a parent asks for their own child, and withdraws their own request', async () => {
  const { id, form } = await child()
  const stranger = await tenant.write((trx) => student(trx))
  await expect(ask(stranger.id, form)).rejects.toThrow('not_found.student')
  const { id: asked } = await ask(id, { ...form, name: 'Bukan Lagi' })
  const [office, parent] = [await admin(), await tenant.actor('parent')]
  const withdraw = (actor: typeof parent, scope: RowScope) =>
    tenant.write((trx) => withdrawChange(trx, actor, scope, asked))
  await expect(withdraw(office, everywhere)).rejects.toThrow('student_change.not_yours')
  await withdraw(parent, own)
  await expect(approve(asked, (await row(id)).version)).rejects.toThrow('student_change.decided')
  await ask(id, { ...form, name: 'Lagi Sekali' })
})

test('who is a parent of the child decides neither, whatever their role', async () => {
  const { id, form } = await child()
  const office = await admin()
  const both = await tenant.write((trx) =>
    insert(trx, 'parent', {
      ...{ id: crypto.randomUUID(), user_id: office.id, name: 'Puan Admin', phone: '+60190000077' },
      ...{ relationship: 'mother', family_code: `A${String(++count).padStart(7, '0')}` },
    }),
  )
  const beside = { student_id: id, parent_id: both.id, relationship: 'mother' }
  await tenant.write((trx) =>
    trx
      .insertInto('student_parent')
      .values({ ...beside, is_primary: false, is_payer: false })
      .execute(),
  )
  const { id: asked } = await ask(id, { ...form, name: 'Anak Kerani' })
  await expect(approve(asked, (await row(id)).version)).rejects.toThrow('four_eyes.own_family')
  const decision_reason = 'Sijil lahir belum dibawa'
  await expect(
    tenant.write((trx) => rejectChange(trx, office, everywhere, asked, { decision_reason })),
  ).rejects.toThrow('four_eyes.own_family')
})

test('another child who is like that is named, and approved only for a reason', async () => {
  const { id, form } = await child()
  const like = await child({ name: 'Kembar Lain', born_on: '2016-01-01' })
  const { id: asked } = await ask(id, { ...form, name: 'Kembar lain', born_on: '2016-01-01' })
  const { version } = await row(id)
  await expect(approve(asked, version)).rejects.toMatchObject({
    code: 'student.twin',
    found: [expect.objectContaining({ id: like.id })],
  })
  await approve(asked, version, 'Dua orang anak yang berlainan')
  expect(await row(id)).toMatchObject({ born_on: '2016-01-01' })
})

test('a rejection says why and leaves the student alone; what was decided is not decided again', async () => {
  const { id, form } = await child()
  const { id: asked } = await ask(id, { ...form, name: 'Tidak Jadi' })
  const office = await admin()
  const decision_reason = 'Sijil lahir belum dibawa'
  const reject = () =>
    tenant.write((trx) => rejectChange(trx, office, everywhere, asked, { decision_reason }))
  await reject()
  expect(await row(id)).toMatchObject({ name: form.name })
  expect(await tenant.read((db) => studentChange(db, own, asked))).toMatchObject({
    ...{ status: 'rejected', decision_reason },
  })
  await expect(tenant).toHaveEnqueued('student_change.send', { student_change_id: asked })
  await expect(reject()).rejects.toThrow('student_change.decided')
})

test('the numbers that are asked for are shown in full to who leaves a trace', async () => {
  const { id, form } = await child()
  const birth_cert_no = `ZZ${++count}88`
  const { id: asked } = await ask(id, { ...form, birth_cert_no })
  const clerk = await tenant.actor('clerk')
  const shown = await tenant.write((trx) => revealWanted(trx, clerk, everywhere, keys(), asked))
  expect(shown).toEqual({ identity_no: null, birth_cert_no })
  expect((await auditOf(tenant, asked)).map(({ action }) => action)).toContain('identity.revealed')
})
