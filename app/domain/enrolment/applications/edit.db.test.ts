import { beforeAll, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { student, subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { ParentAnswers } from './application-form.ts'
import { sameAsOnFile } from './deciding/similar.ts'
import { decisionsIn } from './deciding/test-support.ts'
import { applicationParent, editParentAnswers } from './edit.ts'
import { appliedChild, appliedParent, newApplication, said, submit, wishes } from './test-support.ts'

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
  const settled = tenant.write((trx) => sameAsOnFile(trx, admin, everywhere, keysIn(tenant), at, other.id))
  await expect(settled.catch(said)).toRefuse('action_not_allowed')
})
