import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { parent, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { changeRoles } from './roles.ts'
import { grantableRoles, mayManage } from './rules.ts'
import { setStaffStatus } from './status.ts'
import { keysOf } from './test-support.ts'

let tenant: Tenant
let superadmin: Actor & { id: string }
let admin: Actor & { id: string }

beforeAll(databaseForMany)

beforeAll(async () => {
  tenant = await freshTenant()
  superadmin = await tenant.actor('superadmin')
  admin = await tenant.actor('admin')
})

interface Person {
  id: string
  staff_id: string
  actor: Actor
}

async function person(roles: Role[], at = tenant): Promise<Person> {
  const row = await at.write(async (trx) => {
    const made = await user(trx, { roles: ['clerk'] })
    await trx.updateTable('user_account').set({ roles }).where('id', '=', made.id).execute()
    return made
  })
  const actor = { ...superadmin, id: row.id, name: row.name, roles }
  return { id: row.id, staff_id: row.staff!.id, actor }
}

const give = (
  actor: Actor,
  { staff_id }: { staff_id: string },
  roles: Role[],
  more: { family_code?: string; version?: number } = {},
  at = tenant,
) =>
  at.write((trx) => changeRoles(trx, actor, staff_id, { roles, family_code: undefined, version: 1, ...more }))
const rolesOf = async ({ id }: { id: string }, at = tenant) =>
  (
    await at.read((db) =>
      db.selectFrom('user_account').select('roles').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).roles

describe('who may give what', () => {
  test('is a rule', () => {
    expect(grantableRoles(['superadmin'])).toHaveLength(8)
    expect(grantableRoles(['admin'])).not.toContain('admin')
    expect(grantableRoles(['admin'])).not.toContain('superadmin')
    expect(grantableRoles(['supervisor', 'clerk'])).toEqual([])
    expect(mayManage(['admin'], ['clerk'])).toBe(true)
    expect(mayManage(['admin'], ['clerk', 'admin'])).toBe(false)
    expect(mayManage(['superadmin'], ['superadmin'])).toBe(true)
  })

  test('a superadmin everything, with before and after in the audit log', async () => {
    const clerk = await person(['clerk'])
    await give(superadmin, clerk, ['admin', 'clerk'])
    expect(await rolesOf(clerk)).toEqual(['admin', 'clerk'])
    const [row] = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'before', 'after', 'actor_id'])
        .where('object_id', '=', clerk.staff_id)
        .execute(),
    )
    expect(row).toEqual({
      action: 'staff.roles_changed',
      actor_id: superadmin.id,
      before: { roles: ['clerk'], parent_id: null },
      after: { roles: ['admin', 'clerk'], parent_id: null },
    })
  })

  test('an admin not the two highest, neither to others nor from them', async () => {
    const clerk = await person(['clerk'])
    await give(admin, clerk, ['supervisor'])
    for (const roles of [['admin'], ['superadmin', 'supervisor']] as Role[][])
      await expect(give(admin, clerk, roles, { version: 2 })).toRefuse('staff.role_not_yours', 'roles')
    await expect(give(admin, await person(['admin', 'clerk']), ['admin'])).toRefuse('staff.protected')
    await expect(give(admin, await person(['superadmin']), ['clerk'])).toRefuse('staff.protected')
  })

  test('nobody their own', async () => {
    const boss = await person(['superadmin'])
    await expect(give(boss.actor, boss, ['superadmin', 'clerk'])).toRefuse('staff.own_roles')
  })

  test('nobody whose own right was taken while they waited', async () => {
    const [boss, clerk] = [await person(['superadmin']), await person(['clerk'])]
    await give(superadmin, boss, ['clerk'])
    await expect(give(boss.actor, clerk, ['superadmin'])).toRefuse('staff.role_not_yours')
  })

  test('not over a change by somebody else', async () => {
    const clerk = await person(['clerk'])
    await give(superadmin, clerk, ['supervisor'])
    await expect(give(superadmin, clerk, ['trainer'])).toRefuse('version_conflict')
  })
})

test('changed roles end all sessions of the person, and nobody else’s', async () => {
  const [clerk, other] = [await person(['clerk']), await person(['clerk'])]
  for (const { id } of [clerk, other])
    await tenant.write((trx) =>
      trx
        .insertInto('session')
        .values({ id, user_id: id, token_hash: Buffer.from(id), expires_at: new Date(Date.now() + 60_000) })
        .execute(),
    )
  await give(superadmin, clerk, ['supervisor'])
  const left = await tenant.read((db) =>
    db.selectFrom('session').select('user_id').where('user_id', 'in', [clerk.id, other.id]).execute(),
  )
  expect(left).toEqual([{ user_id: other.id }])
})

describe('the last active superadmin', () => {
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => asRefusal(error)?.code ?? String(error),
    )

  test('is neither demoted nor deactivated', async () => {
    const alone = await freshTenant()
    const boss = await person(['superadmin'], alone)
    const inactive = await person(['superadmin'], alone)
    await alone.write((trx) =>
      trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '=', inactive.id).execute(),
    )
    const system = { ...superadmin, type: 'system', id: null } as const
    await expect(give(system, boss, ['admin'], {}, alone)).toRefuse('staff.last_superadmin')
    await expect(
      alone.write((trx) =>
        setStaffStatus(trx, system, keysOf(alone), boss.staff_id, { version: 1, status: 'inactive' }),
      ),
    ).toRefuse('staff.last_superadmin')
    await give(system, inactive, ['clerk'], {}, alone)
    expect(await rolesOf(boss, alone)).toEqual(['superadmin'])
  })

  test('is left when two demote each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = await freshTenant()
      const [one, two] = [await person(['superadmin'], pair), await person(['superadmin'], pair)]
      const outcomes = await Promise.all([
        outcome(give(one.actor, two, ['clerk'], {}, pair)),
        outcome(give(two.actor, one, ['clerk'], {}, pair)),
      ])
      expect(outcomes.filter((said) => said === 'done')).toHaveLength(1)
      const roles = [...(await rolesOf(one, pair)), ...(await rolesOf(two, pair))].sort()
      expect(roles).toEqual(['clerk', 'superadmin'])
    }
  })

  test('is left when one demotes and the other deactivates at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = await freshTenant()
      const [one, two] = [await person(['superadmin'], pair), await person(['superadmin'], pair)]
      const off = { version: 1, status: 'inactive' } as const
      const outcomes = await Promise.all([
        outcome(give(one.actor, two, ['clerk'], {}, pair)),
        outcome(pair.write((trx) => setStaffStatus(trx, two.actor, keysOf(pair), one.staff_id, off))),
      ])
      expect(outcomes.filter((said) => said === 'done')).toHaveLength(1)
    }
  })
})

describe('profiles follow the roles', () => {
  const trainerOf = ({ id }: { id: string }) =>
    tenant.read((db) => db.selectFrom('trainer').select(['id', 'status']).where('user_id', '=', id).execute())
  const family = (given: object = {}) =>
    tenant.write((trx) =>
      parent(trx, { family_code: newFamilyCode((below) => Math.floor(Math.random() * below)), ...given }),
    )
  const joinedTo = (id: string) =>
    tenant.read((db) => db.selectFrom('parent').select('user_id').where('id', '=', id).executeTakeFirst())

  test('a trainer’s is made once, rests without the role and comes back with it', async () => {
    const clerk = await person(['clerk'])
    await give(superadmin, clerk, ['clerk', 'trainer'])
    const [made] = await trainerOf(clerk)
    expect(made).toMatchObject({ status: 'active' })
    await give(superadmin, clerk, ['clerk'], { version: 2 })
    expect(await trainerOf(clerk)).toEqual([{ id: made!.id, status: 'inactive' }])
    await give(superadmin, clerk, ['trainer'], { version: 3 })
    expect(await trainerOf(clerk)).toEqual([{ id: made!.id, status: 'active' }])
  })

  test('a parent’s is joined by its family code and let go with the role', async () => {
    const clerk = await person(['clerk'])
    const home = await family()
    await expect(give(superadmin, clerk, ['clerk', 'parent'])).toRefuse('staff.family_code', 'family_code')
    await expect(give(superadmin, clerk, ['parent'], { family_code: 'ABCDEFGH' })).toRefuse(
      'staff.family_code',
      'family_code',
    )
    await give(superadmin, clerk, ['clerk', 'parent'], { family_code: home.family_code })
    expect(await joinedTo(home.id)).toEqual({ user_id: clerk.id })
    await give(superadmin, clerk, ['clerk', 'parent'], { version: 2 })
    expect(await joinedTo(home.id)).toEqual({ user_id: clerk.id })
    await give(superadmin, clerk, ['clerk'], { version: 3 })
    expect(await joinedTo(home.id)).toEqual({ user_id: null })
  })

  test('a family that signs in by itself is not taken over', async () => {
    const other = await tenant.write((trx) => user(trx, { roles: ['parent'] }))
    const home = await family({ name: 'Puan Lain' })
    await tenant.write(async (trx) => {
      await trx.updateTable('parent').set({ user_id: null }).where('user_id', '=', other.id).execute()
      await trx.updateTable('parent').set({ user_id: other.id }).where('id', '=', home.id).execute()
    })
    const clerk = await person(['clerk'])
    await expect(give(superadmin, clerk, ['parent'], { family_code: home.family_code })).toRefuse(
      'staff.family_taken',
      'family_code',
    )
    expect(await joinedTo(home.id)).toEqual({ user_id: other.id })
    expect(await rolesOf(clerk)).toEqual(['clerk'])
  })
})
