import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import {
  appliedChild,
  appliedParent,
  decisionsIn,
  newApplication,
  submit,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { changeRoles } from '#app/domain/people/staff/change-staff.ts'
import { next, parent, provenParent, student, subject, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newPhone } from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { createParent, editParent } from './change-parent.ts'
import { keysIn, newParent } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

/** A clerk with a name and contacts of their own. */
async function clerk(): Promise<Actor & { id: string; phone: string; email: string }> {
  const contacts = { phone: newPhone(), email: `kerani-${next()}@school.test` }
  const name = `Kerani Contoh ${'abcdefghijklmnop'[next() % 16]} ${next()}`
  const { id } = await tenant.write((trx) => user(trx, { roles: ['clerk'], name, ...contacts }))
  return { ...(await tenant.actor('clerk')), id, name, ...contacts }
}
const created = async (actor: Actor, given: Parameters<typeof newParent>[0]) => {
  const id = await tenant.write((trx) =>
    createParent(trx, actor, everywhere, keysIn(tenant), newParent({ is_another: true, ...given })),
  )
  return rowOf(id)
}
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('parent').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const nothing = { name_confirmed: false, phone_proven_at: null, email_proven_at: null }

describe('a colleague enters a parent', () => {
  test('somebody else: it is the office’s word', async () => {
    const row = await created(await clerk(), { phone: newPhone(), email: `lain-${next()}@family.test` })
    expect(row).toMatchObject({
      ...{ name_confirmed: true, phone_proven_at: expect.any(Date), email_proven_at: expect.any(Date) },
    })
  })

  test.each(['name', 'phone', 'email'] as const)(
    'who has their own %s: nothing of it counts',
    async (what) => {
      const actor = await clerk()
      const row = await created(actor, {
        ...{ phone: newPhone(), email: `sendiri-${next()}@family.test` },
        [what]: actor[what],
      })
      expect(row).toMatchObject(nothing)
    },
  )

  test('who becomes theirs later: what they typed themselves counts no longer', async () => {
    const actor = await clerk()
    const row = await created(actor, { phone: newPhone(), email: `nanti-${next()}@family.test` })
    const superadmin = await tenant.actor('superadmin')
    await tenant.write(async (trx) => {
      const staff = await trx
        .selectFrom('staff')
        .select(['id', 'version'])
        .where('user_id', '=', actor.id)
        .executeTakeFirstOrThrow()
      await changeRoles(trx, superadmin, staff.id, {
        ...{ roles: ['clerk', 'parent'], family_code: row.family_code, version: staff.version },
      })
    })
    expect(await rowOf(row.id)).toMatchObject({ ...nothing, user_id: actor.id })
  })
})

test('what a colleague corrects at the other parent of their child counts as nobody’s word', async () => {
  const actor = await clerk()
  const phone = newPhone()
  const spouse = await tenant.write(async (trx) => {
    const own = await parent(trx, { user_id: actor.id, name: actor.name, phone: actor.phone })
    const other = await parent(trx, {
      name: 'Encik Pasangan Contoh',
      phone,
      email: null,
      ...provenParent(),
      email_proven_at: null,
    })
    const child = await student(trx, {}, { payer: own })
    await trx
      .insertInto('student_parent')
      .values({ student_id: child.id, parent_id: other.id, relationship: 'father' })
      .execute()
    return other
  })
  const moved = newPhone()
  const input = newParent({ name: 'Encik Nama Lain Contoh', phone: moved, is_another: true })
  delete input.email
  await tenant.write((trx) =>
    editParent(trx, actor, everywhere, keysIn(tenant), { id: spouse.id, version: spouse.version }, input),
  )
  expect(await rowOf(spouse.id)).toMatchObject({ phone: moved, phone_proven_at: null, name_confirmed: false })
})

describe('an application that the office filled in', () => {
  const approved = async (actor: Actor, given: Parameters<typeof appliedParent>[0]) => {
    const admin = await tenant.actor('admin')
    const { id: subject_id } = await tenant.write((trx) => subject(trx))
    const students = [{ ...appliedChild(), subjects: wishes(subject_id) }]
    const input = newApplication({
      channel: 'staff',
      phone_verified: false,
      students,
      parents: [appliedParent(given)],
    })
    const { id } = await submit(tenant, input, actor)
    await decisionsIn(
      () => tenant,
      () => admin,
    ).approve(id)
    const { parent_id } = await tenant.read((db) =>
      db
        .selectFrom('application_parent')
        .select('parent_id')
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    return rowOf(parent_id!)
  }

  test('for another family is the office’s word', async () => {
    expect(await approved(await clerk(), {})).toMatchObject({
      ...{ name_confirmed: true, phone_proven_at: expect.any(Date) },
    })
  })

  test('for the colleague’s own is not, whoever approves it', async () => {
    const actor = await clerk()
    expect(await approved(actor, { email: actor.email })).toMatchObject(nothing)
  })
})
