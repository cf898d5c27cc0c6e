import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { siblingGroup } from '#app/domain/billing/plan/siblings.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { auditOf } from '#app/domain/people/parents/test-support.ts'
import { branch, enrolment, parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { joinedFamilies, joinFamily, partFamily } from './joined.ts'

const today = '2026-03-17'
const reason = 'Sepupu yang tinggal serumah'
let tenant: Tenant
let admin: Actor
let supervisor: Actor
let count = 0
beforeAll(async () => {
  tenant = await freshTenant()
  ;[admin, supervisor] = [await tenant.actor('admin'), await tenant.actor('supervisor')]
})

/** A payer with children who were registered on these days and sit in a class. */
const family = (registered: string[], branch_id = tenant.branch.id) =>
  tenant.write(async (trx) => {
    count += 1
    const family_code = newFamilyCode((below) => (count * 7 + below) % below)
    const payer = await parent(trx, { family_code, name: `Keluarga ${count}` })
    const children = []
    for (const registered_on of registered) {
      const child = await student(trx, { branch_id, registered_on }, { payer })
      await enrolment(trx, { student_id: child.id, starts_on: '2026-01-05' })
      children.push(child)
    }
    return { ...payer, children: children.map(({ id }) => id) }
  })
const join = (id: string, family_code: string, actor = admin) =>
  tenant.write((trx) => joinFamily(trx, actor, scopes.all(actor), id, { family_code, reason }))
const part = (id: string) => tenant.write((trx) => partFamily(trx, admin, scopes.all(admin), id))
const group = (students: string[], actor = admin) =>
  tenant.read((db) =>
    siblingGroup(db, actor === admin ? scopes.all(actor) : scopes.branch(actor), students, today),
  )

describe('two families', () => {
  test('count as one while they are joined, in one order, and the log says so', async () => {
    const [one, other] = [await family(['2025-02-01', '2026-01-02']), await family(['2025-06-01'])]
    expect(await group(other.children)).toEqual([])
    await join(one.id, other.family_code.toLowerCase())
    const [first, last] = one.children
    const expected = [
      { id: first, child: 1, because: 'first' },
      { id: other.children[0], child: 2, because: 'registered' },
      { id: last, child: 3, because: 'registered' },
    ]
    expect(await group(other.children)).toMatchObject(expected)
    expect(await group(one.children)).toMatchObject(expected)
    for (const id of [one.id, other.id])
      expect(await tenant.read((db) => joinedFamilies(db, id))).toMatchObject([{ parent_id: one.id, reason }])
    await part(one.id)
    await part(one.id)
    expect(await group(other.children)).toEqual([])
    expect((await auditOf(tenant, one.id)).map(({ action }) => action)).toEqual([
      'parent.family_joined',
      'parent.family_parted',
    ])
  })

  test('are joined once, and by one step', async () => {
    const [one, two, three] = [await family([]), await family([]), await family([])]
    await join(one.id, two.family_code)
    await expect(join(one.id, two.family_code)).toRefuse('family.joined_already', 'family_code')
    await expect(join(one.id, three.family_code)).toRefuse('family.joined_already')
    await expect(join(three.id, one.family_code)).toRefuse('family.joined_already')
    await expect(join(two.id, three.family_code)).toRefuse('family.joined_already')
    await join(three.id, two.family_code)
    await expect(join(one.id, one.family_code)).toRefuse('family.code', 'family_code')
    await expect(join(one.id, 'ABCDEFGH')).toRefuse('family.code', 'family_code')
  })

  test('are joined one way by two who do it at once', async () => {
    const [one, two] = [await family([]), await family([])]
    const done = await Promise.allSettled([join(one.id, two.family_code), join(two.id, one.family_code)])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are joined only by who reaches both', async () => {
    const far = await tenant.write((trx) => branch(trx))
    const [here, there] = [await family(['2025-02-01']), await family(['2025-03-01'], far.id)]
    const joining = (id: string, family_code: string) =>
      tenant.write((trx) =>
        joinFamily(trx, supervisor, scopes.branch(supervisor), id, { family_code, reason }),
      )
    await expect(joining(here.id, there.family_code)).toRefuse('family.code')
    await expect(joining(there.id, here.family_code)).toRefuse('not_found.parent')
    await join(here.id, there.family_code)
    expect(await group(here.children, supervisor)).toMatchObject([{ child: 1 }, { child: 2, name: null }])
  })
})

test('a child who sits in no class is not counted, and twins by their number', async () => {
  const { id, children } = await family(['2025-02-01', '2025-02-01'])
  const idle = await tenant.write((trx) =>
    student(trx, { branch_id: tenant.branch.id, registered_on: '2020-01-01' }, { payer: { id } }),
  )
  const rows = await group(children)
  expect(rows.map(({ child, because }) => [child, because])).toEqual([
    [1, 'first'],
    [2, 'number'],
    [null, expect.anything()],
  ])
  expect(rows[2]!.id).toBe(idle.id)
})
