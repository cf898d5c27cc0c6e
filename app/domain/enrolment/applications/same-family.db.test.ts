import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { next, provenParent, subject, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, newPhone } from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { autoApprove } from './auto-approve.ts'
import { applicationRow } from './find-application.ts'
import { answerSameFamily } from './same-family.ts'
import {
  appliedChild,
  appliedParent,
  decisionsIn,
  newApplication,
  said,
  submit,
  today,
  wishes,
} from './test-support.ts'

let tenant: Tenant
let admin: Actor
let subject_id: string
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
  subject_id = (await tenant.write((trx) => subject(trx))).id
})
beforeEach(() => forgetCounts(tenant))

const decisions = decisionsIn(
  () => tenant,
  () => admin,
)

/** A family on file that signs in with a phone, and an application with a code to the same phone. */
async function recycled({
  email = `dahulu-${next()}@family.test` as string | null,
  name = 'Puan Salmah binti Yusof',
} = {}) {
  const phone = newPhone()
  const known = await tenant.write(async (trx) => {
    const account = await user(trx, { roles: ['parent'], name: 'Puan Salmah binti Yusof', phone, email })
    return trx
      .updateTable('parent')
      .set({
        phone,
        email,
        name: 'Puan Salmah binti Yusof',
        ...provenParent(),
        ...(email ? {} : { email_proven_at: null }),
      })
      .where('user_id', '=', account.id)
      .returning(['id', 'user_id'])
      .executeTakeFirstOrThrow()
  })
  const given = appliedParent({ name, phone })
  const students = [{ ...appliedChild(), subjects: wishes(subject_id) }]
  const { id } = await submit(tenant, newApplication({ parents: [given], students }))
  return { id, phone, email, known, given }
}
const stranger = { name: 'Encik Lim Wei Han Contoh' }
const answer = async (id: string, parent_id: string, said_: 'same' | 'another', actor = admin) => {
  const { version } = await decisions.which(id, {})
  return tenant
    .write((trx) =>
      answerSameFamily(trx, actor, everywhere, keysIn(tenant), id, {
        ...{ place: 1, parent_id, answer: said_, version },
      }),
    )
    .catch(said)
}
const accountOf = (id: string | null) =>
  tenant.read((db) =>
    db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const parentOf = (id: string) =>
  tenant.read((db) => db.selectFrom('parent').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const newFamilyOf = async (application_id: string) => {
  const { parent_id } = await tenant.read((db) =>
    db
      .selectFrom('application_parent')
      .select('parent_id')
      .where('application_id', '=', application_id)
      .executeTakeFirstOrThrow(),
  )
  return parentOf(parent_id!)
}

describe('a proven phone of somebody with another name', () => {
  test('is a question, and nobody is approved before it is answered', async () => {
    const { id, known } = await recycled(stranger)
    await expect(decisions.approve(id)).toRefuse('application.same_family')
    await tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'application', value: JSON.stringify({ auto_approve: true }) })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value: JSON.stringify({ auto_approve: true }) }),
        )
        .execute(),
    )
    expect(await tenant.write((trx) => autoApprove(trx, keysIn(tenant), id, today))).toBe(false)
    const row = await tenant.read((db) => applicationRow(db, everywhere, keysIn(tenant), admin.roles, id))
    expect(row.parents[0]).toMatchObject({ asks: 'phone', on_file: { id: known.id } })
    expect(row.status).toBe('pending')
  })

  test('is another family: a new parent has the number, the former one loses it and is told by mail', async () => {
    const { id, phone, email, known } = await recycled(stranger)
    await answer(id, known.id, 'another')
    await decisions.approve(id)
    const family = await newFamilyOf(id)
    expect(family).toMatchObject({ name: stranger.name, phone, phone_proven_at: expect.any(Date) })
    expect(family.id).not.toBe(known.id)
    expect(await accountOf(family.user_id)).toMatchObject({ phone })
    expect(await accountOf(known.user_id)).toMatchObject({ phone: null, email, deleted_at: null })
    expect((await parentOf(known.id)).phone_proven_at).toBeNull()
    await expect(tenant).toHaveEnqueued('account.notify', {
      ...{ user_id: known.user_id, what: 'contact_lost', address: email },
    })
  })

  test('is another family: a former one without an address can be invited again', async () => {
    const { id, known } = await recycled({ ...stranger, email: null })
    await answer(id, known.id, 'another')
    expect(await accountOf(known.user_id)).toMatchObject({ deleted_at: expect.any(Date) })
    expect((await parentOf(known.id)).user_id).toBeNull()
  })

  test('is the same family: it is approved as the one on file', async () => {
    const { id, phone, known } = await recycled({ name: 'Salmah Y.' })
    await answer(id, known.id, 'same')
    await decisions.approve(id)
    expect((await newFamilyOf(id)).id).toBe(known.id)
    expect(await accountOf(known.user_id)).toMatchObject({ phone })
  })

  test('asks nothing where the name agrees, in whatever spelling', async () => {
    const { id, known } = await recycled({ name: 'SALMAH BT. YUSOF'.replace('SALMAH', 'Puan Salmah') })
    await decisions.approve(id)
    expect((await newFamilyOf(id)).id).toBe(known.id)
  })

  test('is decided by nobody about their own family, and once', async () => {
    const { id, known } = await recycled(stranger)
    const own = await tenant.actor('admin')
    await tenant.write((trx) =>
      trx.updateTable('parent').set({ user_id: own.id }).where('id', '=', known.id).execute(),
    )
    await expect(answer(id, known.id, 'same', own)).toRefuse('four_eyes.own_family')
    await tenant.write((trx) =>
      trx.updateTable('parent').set({ user_id: known.user_id }).where('id', '=', known.id).execute(),
    )
    await answer(id, known.id, 'another')
    await expect(answer(id, known.id, 'same')).toRefuse('version_conflict')
  })
})

test('a number that was only typed takes nothing from the family on file', async () => {
  const { phone, known } = await recycled()
  const students = [{ ...appliedChild(), subjects: wishes(subject_id) }]
  const given = newApplication({
    ...{ parents: [appliedParent({ ...stranger, phone })], students, phone_verified: false },
  })
  const { id } = await submit(tenant, given)
  await expect(decisions.approve(id)).toRefuse('application.same_family')
  await answer(id, known.id, 'another')
  await decisions.approve(id)
  expect((await newFamilyOf(id)).phone_proven_at).toBeNull()
  expect(await accountOf(known.user_id)).toMatchObject({ phone })
  expect((await parentOf(known.id)).phone_proven_at).not.toBeNull()
})
