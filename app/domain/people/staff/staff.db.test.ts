import { beforeAll, describe, expect, test } from 'vitest'
import { branch, department, parent, subject, user } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import '#tests/support/product/matchers.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { changeRoles, editStaff, removeStaff, revealStaff, setStaffStatus } from './change-staff.ts'
import { staffList, staffMember } from './find-staff.ts'
import { grantableRoles, mayManage, type NewStaffInput, staffForm } from './staff.ts'
import { keysOf, newStaff, openStaff, type StaffOffice } from './test-support.ts'

beforeAll(databaseForMany)

describe('staff', () => {
  let tenant: Tenant
  let superadmin: StaffOffice['superadmin']
  let admin: StaffOffice['admin']
  let create: StaffOffice['create']
  let view: StaffOffice['view']
  let audit: StaffOffice['audit']
  const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const

  beforeAll(async () => {
    ;({ tenant, superadmin, admin, create, view, audit } = await openStaff())
  })

  const edit = (id: string, given: Partial<NewStaffInput> & { identity_clear?: boolean }, version = 1) =>
    tenant.write((trx) => {
      const input = { ...newStaff(tenant), ...given, identity_clear: given.identity_clear, version }
      return editStaff(trx, superadmin, keysOf(tenant), id, version, input)
    })

  describe('a staff member', () => {
    test('is made with an account that waits for its first password', async () => {
      const id = await create({ identity_no: '900101005678', born_on: '1990-01-01', joined_on: '2020-01-02' })
      const row = await view(id)
      expect(row).toMatchObject({
        status: 'invited',
        roles: ['clerk'],
        has_password: false,
        identity_masked: '900101-**-**78',
        branch_ids: [tenant.branch.id],
        born_on: '1990-01-01',
      })
      expect(row.invitation_expires_at).toBeInstanceOf(Date)
      await expect(tenant).toHaveEnqueued('invitation.send')
    })

    test('has an identity number that stands nowhere readable and that no other has', async () => {
      const id = await create({ identity_no: '910101005678' })
      const raw = await tenant.read((db) =>
        db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      )
      const text = JSON.stringify([raw, await view(id), await audit(id)])
      expect(text).not.toContain('910101005678')
      await expect(create({ identity_no: '910101005678' })).toRefuse('duplicate.staff', 'identity_no')
    })

    test('refuses at the field what another one has', async () => {
      const { email, phone } = await view(await create({ staff_no: 'S-77' }))
      await expect(create({ email: email! })).toRefuse('duplicate.user_email', 'email')
      await expect(create({ phone: phone! })).toRefuse('duplicate.user_phone', 'phone')
      await expect(create({ staff_no: 's-77' })).toRefuse('duplicate.staff_no', 'staff_no')
    })

    test('belongs to branches and a department that are there and in use', async () => {
      const shut = await tenant.write((trx) => branch(trx, { status: 'inactive' }))
      const old = await tenant.write((trx) => department(trx, { status: 'inactive' }))
      await expect(create({ branch_ids: [tenant.branch.id, shut.id] })).toRefuse(
        'not_found.branch',
        'branch_ids',
      )
      await expect(create({ department_id: old.id })).toRefuse('not_found.department', 'department_id')
    })

    test('keeps its branch when that is put away later', async () => {
      const other = await tenant.write((trx) => branch(trx))
      const id = await create({ branch_ids: [other.id] })
      await tenant.write((trx) =>
        trx.updateTable('branch').set({ status: 'inactive' }).where('id', '=', other.id).execute(),
      )
      await edit(id, { branch_ids: [other.id], name: 'Puan Kekal' })
      expect(await view(id)).toMatchObject({ name: 'Puan Kekal', branch_ids: [other.id] })
    })

    test('changed takes its account with it, keeps the identity number, and never the roles', async () => {
      const id = await create({ identity_no: '920202005678' })
      const roles: NewStaffInput['roles'] = ['superadmin']
      const more = { roles, name: 'Puan Baharu', email: 'baharu@staff.test' }
      await edit(id, more)
      const row = await view(id)
      expect(row).toMatchObject({ name: 'Puan Baharu', roles: ['clerk'], identity_masked: '920202-**-**78' })
      const account = await tenant.read((db) =>
        db
          .selectFrom('user_account')
          .select(['name', 'email'])
          .where('id', '=', row.user_id)
          .executeTakeFirstOrThrow(),
      )
      expect(account).toEqual({ name: 'Puan Baharu', email: 'baharu@staff.test' })
      await edit(id, { identity_clear: true }, 2)
      expect((await view(id)).identity_masked).toBeNull()
    })

    test('of another kind of identity number needs the number too', async () => {
      const id = await create({ identity_no: '930202005678' })
      await expect(edit(id, { identity_type: 'passport' })).toRefuse('identity.number_again', 'identity_no')
    })

    test('that somebody changed meanwhile is not overwritten', async () => {
      const id = await create()
      await edit(id, { name: 'Puan Pertama' })
      await expect(edit(id, { name: 'Puan Kedua' })).toRefuse('version_conflict')
    })

    test('cannot be made with a role that the maker may not give', async () => {
      await expect(create({ roles: ['admin'] }, admin)).toRefuse('staff.role_not_yours', 'roles')
      await create({ roles: ['supervisor', 'clerk'] }, admin)
    })

    test('who teaches gets a trainer’s profile', async () => {
      const { user_id, name } = await view(await create({ roles: ['trainer'] }))
      const trainer = await tenant.read((db) =>
        db
          .selectFrom('trainer')
          .select(['name', 'status'])
          .where('user_id', '=', user_id)
          .executeTakeFirstOrThrow(),
      )
      expect(trainer).toEqual({ name, status: 'active' })
    })
  })

  describe('the list', () => {
    const search = (query: Record<string, string>, details = true, scope: object = all) =>
      listed(tenant, staffList, query, {
        scope: scope as typeof all,
        roles: details ? ['admin'] : ['trainer'],
      })

    test('finds by name, number, address and phone, and by branch, department, role and state', async () => {
      const other = await tenant.write((trx) => branch(trx, { name: 'Cawangan Cari' }))
      const place = await tenant.write((trx) => department(trx, { name: 'Jabatan Cari' }))
      const id = await create({
        name: 'Encik Carian 100%_',
        staff_no: 'CARI-1',
        phone: '+60129990001',
        email: 'carian@staff.test',
        roles: ['supervisor', 'trainer'],
        branch_ids: [other.id, tenant.branch.id],
        department_id: place.id,
      })
      const ids = async (query: Record<string, string>) => (await search(query)).rows.map((row) => row.id)
      for (const q of ['carian 100%_', 'cari-1', 'carian@', '012-999 0001'])
        expect(await ids({ q })).toEqual([id])
      expect(await ids({ branch_id: other.id })).toEqual([id])
      expect(await ids({ department_id: place.id })).toEqual([id])
      expect(await ids({ q: 'carian', role: 'trainer', status: 'invited' })).toEqual([id])
      expect(await ids({ q: 'carian', status: 'active' })).toEqual([])
      const [row] = (await search({ q: 'cari-1' })).rows
      expect(row).toMatchObject({ department: 'Jabatan Cari', roles: ['supervisor', 'trainer'] })
      expect(row!.branches).toContain('Cawangan Cari')
    })

    test('of names alone tells nothing else, not even when asked', async () => {
      await create({ name: 'Encik Tertutup', email: 'rahsia@staff.test', phone: '+60129990002' })
      const [row] = (await search({ q: 'tertutup' }, false)).rows
      expect(row).toMatchObject({ name: 'Encik Tertutup', email: null, phone: null, roles: null })
      expect((await search({ q: 'rahsia@' }, false)).total).toBe(0)
      expect((await search({ q: '012-999 0002' }, false)).total).toBe(0)
    })

    test('reaches own branches only, and a stranger is not found', async () => {
      const other = await tenant.write((trx) => branch(trx))
      const id = await create({ branch_ids: [other.id], identity_no: '940404005678' })
      const scope = { ...all, scope: 'branch', branch_ids: [tenant.branch.id] } as const
      const seen = (await search({ limit: '100' }, true, scope)).rows.map((row) => row.id)
      expect(seen).not.toContain(id)
      expect(seen.length).toBeGreaterThan(0)
      await expect(tenant.read((db) => staffMember(db, scope, keysOf(tenant), id))).toRefuse(
        'not_found.staff',
      )
      await expect(tenant.write((trx) => revealStaff(trx, admin, scope, keysOf(tenant), id))).toRefuse(
        'not_found.staff',
      )
      const shown = await tenant.write((trx) => revealStaff(trx, admin, all, keysOf(tenant), id))
      expect(shown.identity_no).toBe('940404-00-5678')
      expect((await audit(id)).at(-1)).toEqual({ action: 'identity.revealed', before: null, after: null })
    })
  })

  describe('the form', () => {
    const good = {
      name: 'Puan Borang',
      gender: 'female',
      identity_type: 'nric',
      phone: '012-345 6789',
      email: 'borang@staff.test',
      branch_ids: ['0198f000-0000-7000-8000-000000000000'],
    }
    const wrong = (given: object) =>
      staffForm
        .safeParse({ ...good, ...given })
        .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

    test.each([
      [{}, undefined],
      [{ joined_on: '2026-01-31', ended_on: '2026-01-30' }, ['ended_on: staff.ended_before_joined']],
      [{ born_on: '2026-01-31', joined_on: '2026-01-30' }, ['born_on: staff.born_on']],
      [{ born_on: '1900-01-31' }, ['born_on: staff.born_on']],
      [{ identity_no: '9999' }, ['identity_no: identity.nric']],
      [{ email: undefined, phone: '03-80000100' }, ['phone: staff.mobile_needed']],
      [{ email: undefined }, undefined],
    ])('%j', (given, problems) => {
      expect(wrong(given)).toEqual(problems)
    })
  })
})

describe('status', () => {
  let tenant: Tenant
  let superadmin: StaffOffice['superadmin']
  let admin: StaffOffice['admin']
  let create: StaffOffice['create']
  let view: StaffOffice['view']
  let audit: StaffOffice['audit']

  beforeAll(async () => {
    ;({ tenant, superadmin, admin, create, view, audit } = await openStaff())
  })

  describe('leaving', () => {
    const session = (user_id: string) =>
      tenant.write((trx) =>
        trx
          .insertInto('session')
          .values({
            id: user_id,
            user_id,
            token_hash: Buffer.from(user_id),
            expires_at: new Date(Date.now() + 60_000),
          })
          .execute(),
      )
    const sessions = (user_id: string) =>
      tenant.read((db) => db.selectFrom('session').select('id').where('user_id', '=', user_id).execute())
    const setStatus = (
      id: string,
      version: number,
      status: 'active' | 'inactive',
      actor: Actor = superadmin,
    ) => tenant.write((trx) => setStaffStatus(trx, actor, keysOf(tenant), id, { version, status }))
    const remove = (id: string, version = 1, actor: Actor = superadmin) =>
      tenant.write((trx) => removeStaff(trx, actor, id, version))

    test('deactivated: no session, no invitation; activated again: a new invitation', async () => {
      const id = await create()
      const { user_id } = await view(id)
      await session(user_id)
      await setStatus(id, 1, 'inactive')
      expect(await sessions(user_id)).toEqual([])
      expect(await view(id)).toMatchObject({ status: 'inactive', invitation_expires_at: null })
      await expect(setStatus(id, 2, 'inactive')).toRefuse('action_not_allowed')
      await setStatus(id, 2, 'active')
      const again = await view(id)
      expect(again.status).toBe('active')
      expect(again.invitation_expires_at).toBeInstanceOf(Date)
      expect((await audit(id)).map(({ action }) => action)).toEqual([
        'staff.created',
        'staff.deactivated',
        'staff.activated',
      ])
    })

    test('removed when never used: address and number are free again', async () => {
      const id = await create({ email: 'once@staff.test' })
      await remove(id)
      await expect(view(id)).toRefuse('not_found.staff')
      await create({ email: 'once@staff.test' })
    })

    test.each(['has signed in', 'teaches', 'heads a department', 'did something'])(
      'not removed who %s',
      async (why) => {
        const id = await create()
        const { user_id } = await view(id)
        await tenant.write(async (trx) => {
          if (why === 'has signed in')
            await trx
              .updateTable('user_account')
              .set({ last_login_at: new Date() })
              .where('id', '=', user_id)
              .execute()
          if (why === 'heads a department') await department(trx, { head_staff_id: id })
          if (why === 'teaches') {
            const { id: subject_id } = await subject(trx)
            await trx.insertInto('subject_trainer').values({ subject_id, user_id }).execute()
          }
          if (why === 'did something') {
            const { record } = await import('#app/domain/core/audit.ts')
            await record(trx, { ...superadmin, id: user_id }, 'category.created', { type: 'x', id: null })
          }
        })
        await expect(remove(id)).toRefuse('staff.remove_failed')
      },
    )

    test('nobody deactivates or removes themselves, and an admin none of the highest', async () => {
      const staffOf = ({ id }: { id: string }) =>
        tenant.read((db) =>
          db
            .selectFrom('staff')
            .select(['id', 'version'])
            .where('user_id', '=', id)
            .executeTakeFirstOrThrow(),
        )
      const self = await staffOf(superadmin)
      await expect(setStatus(self.id, self.version, 'inactive')).toRefuse('staff.own_account')
      await expect(remove(self.id, self.version)).toRefuse('staff.own_account')
      await expect(setStatus(self.id, self.version, 'inactive', admin)).toRefuse('staff.protected')
      const peer = await create({ roles: ['admin'] })
      await expect(setStatus(peer, 1, 'inactive', admin)).toRefuse('staff.protected')
      await expect(remove(peer, 1, admin)).toRefuse('staff.protected')
    })
  })
})

describe('roles', () => {
  let tenant: Tenant
  let superadmin: Actor & { id: string }
  let admin: Actor & { id: string }

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
    at.write((trx) =>
      changeRoles(trx, actor, staff_id, { roles, family_code: undefined, version: 1, ...more }),
    )
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
      tenant.read((db) =>
        db.selectFrom('trainer').select(['id', 'status']).where('user_id', '=', id).execute(),
      )
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
})
