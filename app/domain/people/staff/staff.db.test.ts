import { beforeAll, describe, expect, test } from 'vitest'
import { branch, department } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import '#tests/support/product/matchers.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { editStaff } from './change-staff.ts'
import { staffList, staffMember } from './find-staff.ts'
import { revealStaff } from './reveal.ts'
import { type NewStaffInput, staffForm } from './staff-form.ts'
import { keysOf, newStaff, openStaff, type StaffOffice } from './test-support.ts'

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
    listed(tenant, staffList, query, { scope: scope as typeof all, roles: details ? ['admin'] : ['trainer'] })

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
    await expect(tenant.read((db) => staffMember(db, scope, keysOf(tenant), id))).toRefuse('not_found.staff')
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
