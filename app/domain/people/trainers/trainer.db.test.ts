import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { profileForm, updateProfile } from '#app/domain/identity/accounts/profile.ts'
import { editStaff } from '#app/domain/people/staff/change-staff.ts'
import { changeRoles } from '#app/domain/people/staff/roles.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { branch, insert, subject } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { editTrainer } from './change-trainer.ts'
import { removeTrainer, setTrainerStatus } from './status.ts'
import { openTrainers, type TrainerOffice } from './test-support.ts'
import type { TeachingInput, TrainerInput } from './trainer-form.ts'

let office: TrainerOffice
let tenant: Tenant
let superadmin: TrainerOffice['superadmin']

beforeAll(async () => {
  office = await openTrainers()
  ;({ tenant, superadmin } = office)
})

const classAdmin = () => tenant.actor('class-admin')
const own = async () => {
  const { id: user_id, branch_ids } = await classAdmin()
  return { scope: 'branch', user_id, branch_ids, parent_id: null } as const
}
const typed = (given: Partial<TrainerInput> = {}): TrainerInput => {
  const { name, phone, email } = newStaff(tenant)
  return { name, phone, email, specialisation: undefined, qualification: 'Ijazah', version: 1, ...given }
}
const teaching = (version = 1): TeachingInput => ({
  specialisation: 'Fizik',
  qualification: undefined,
  version,
})
const edit = async (id: string, input: TrainerInput | TeachingInput, actor?: Actor, scope = everywhere) =>
  tenant.write((trx) => editTrainer(trx, actor ?? superadmin, scope, keysOf(tenant), id, input))
const rowsOf = (user_id: string) =>
  tenant.read(async (db) => ({
    account: await db.selectFrom('user_account').selectAll().where('id', '=', user_id).executeTakeFirst(),
    staff: await db.selectFrom('staff').selectAll().where('user_id', '=', user_id).executeTakeFirst(),
    trainer: await db.selectFrom('trainer').selectAll().where('user_id', '=', user_id).executeTakeFirst(),
  }))
const give = (staff_id: string, roles: Role[], version: number) =>
  tenant.write((trx) => changeRoles(trx, superadmin, staff_id, { roles, family_code: undefined, version }))
const status = (id: string, to: 'active' | 'inactive', version: number, actor: Actor = superadmin) =>
  tenant.write((trx) => setTrainerStatus(trx, actor, everywhere, keysOf(tenant), id, { version, status: to }))

describe('a new trainer', () => {
  test('is an account with that role, staff of branches and a trainer, and is invited', async () => {
    const id = await office.create({ qualification: 'Ijazah Pendidikan', identity_no: '900101005678' })
    const row = await office.view(id)
    expect(row).toMatchObject({
      ...{ status: 'invited', roles: ['trainer'], specialisation: 'Matematik' },
      ...{ qualification: 'Ijazah Pendidikan', branches: tenant.branch.name, has_password: false },
    })
    expect(row.invitation_expires_at).toBeInstanceOf(Date)
    await expect(tenant).toHaveEnqueued('invitation.send')
    const { account, staff, trainer } = await rowsOf(row.user_id)
    const contact = { name: account!.name, phone: account!.phone, email: account!.email }
    expect([staff, trainer]).toMatchObject([contact, contact])
    expect(staff!.identity_no_sealed).toMatch(/^v1\./)
    expect(await office.audit(id)).toEqual([
      {
        action: 'trainer.created',
        before: null,
        after: { name: row.name, specialisation: 'Matematik', qualification: 'Ijazah Pendidikan' },
      },
    ])
    expect(await office.audit(row.staff_id)).toMatchObject([{ action: 'staff.created' }])
  })

  test('is refused as staff are, with nothing of it left', async () => {
    const { email } = await office.view(await office.create())
    const count = () =>
      tenant.read((db) => db.selectFrom('trainer').select('id').execute()).then(({ length }) => length)
    const before = await count()
    await expect(office.create({ email: email! })).toRefuse('duplicate.user_email', 'email')
    expect(await count()).toBe(before)
  })

  test('belongs to branches of who may make one only for their own', async () => {
    const far = await tenant.write((trx) => branch(trx))
    const [actor, scope] = [await classAdmin(), await own()]
    const both = [tenant.branch.id, far.id]
    for (const branch_ids of [[far.id], both])
      await expect(office.create({ branch_ids }, actor, scope)).toRefuse('not_found.branch', 'branch_ids')
    const id = await office.create({}, actor, scope)
    expect((await office.view(id, scope)).roles).toEqual(['trainer'])
  })
})

describe('changing one', () => {
  test('changes name, phone and address as account, staff and trainer, and tells the log what', async () => {
    const id = await office.create()
    const before = await office.view(id)
    const input = typed({ name: 'Cikgu Baharu', email: 'baharu@teacher.test' })
    await edit(id, input)
    const { account, staff, trainer } = await rowsOf(before.user_id)
    const contact = { name: 'Cikgu Baharu', phone: input.phone, email: 'baharu@teacher.test' }
    expect([account, staff, trainer]).toMatchObject([contact, contact, contact])
    expect(trainer).toMatchObject({ specialisation: null, qualification: 'Ijazah', version: 2 })
    expect((await office.audit(id)).at(-1)).toMatchObject({
      action: 'trainer.edited',
      before: { name: before.name, specialisation: 'Matematik', qualification: null },
      after: { ...contact, specialisation: null, qualification: 'Ijazah' },
    })
  })

  test('follows what is changed as staff and by the person themself', async () => {
    const id = await office.create()
    const { staff_id, user_id } = await office.view(id)
    const { roles: _, ...input } = newStaff(tenant, { name: 'Puan Tadbir' })
    await tenant.write((trx) => editStaff(trx, superadmin, keysOf(tenant), staff_id, 1, input))
    expect(await office.view(id)).toMatchObject({ name: 'Puan Tadbir', phone: input.phone, version: 2 })
    await expect(edit(id, typed())).toRefuse('version_conflict')
    const self = { ...superadmin, id: user_id, roles: ['trainer'] as const }
    const profile = profileForm.parse({
      ...{ name: 'Puan Sendiri', phone: input.phone, email: input.email, version: 2 },
      ...{ locale: 'en', preferred_channel: 'email' },
    })
    await tenant.write((trx) => updateProfile(trx, self, profile, { confirmed: true }))
    expect((await office.view(id)).name).toBe('Puan Sendiri')
  })

  test('at a new address invites there, and at the old one nothing opens any more', async () => {
    const id = await office.create()
    const { user_id } = await office.view(id)
    await edit(id, typed({ email: 'pindah@teacher.test' }))
    const invitations = await tenant.read((db) =>
      db
        .selectFrom('invitation')
        .select(['withdrawn_at', 'replaced_at'])
        .where('user_id', '=', user_id)
        .orderBy('created_at')
        .execute(),
    )
    expect(invitations.map((one) => Boolean(one.withdrawn_at ?? one.replaced_at))).toEqual([true, false])
  })

  test('is not found beyond the scope, and not done over somebody else’s change', async () => {
    const far = await tenant.write((trx) => branch(trx))
    const id = await office.create({ branch_ids: [far.id] })
    await expect(edit(id, teaching(), await classAdmin(), await own())).toRefuse('not_found.trainer')
    await edit(id, teaching())
    await expect(edit(id, teaching())).toRefuse('version_conflict')
  })

  test('of how somebody is reached who has other roles is for managers: an address is a way in', async () => {
    const id = await office.create()
    const { staff_id } = await office.view(id)
    await give(staff_id, ['clerk', 'trainer'], 1)
    const [actor, scope] = [await classAdmin(), await own()]
    await expect(edit(id, typed(), actor, scope)).toRefuse('action_not_allowed')
    await edit(id, teaching(), actor, scope)
    await edit(id, typed({ version: 2 }))
    expect((await office.view(id)).version).toBe(3)
  })

  test('of one’s own contact is for the profile, which asks for a proof', async () => {
    const id = await office.create()
    const { user_id, staff_id } = await office.view(id)
    await give(staff_id, ['superadmin', 'trainer'], 1)
    await tenant.write((trx) =>
      trx.updateTable('user_account').set({ status: 'active' }).where('id', '=', user_id).execute(),
    )
    const self: Actor = { ...superadmin, id: user_id, roles: ['superadmin', 'trainer'] }
    await expect(edit(id, typed(), self)).toRefuse('action_not_allowed')
    await edit(id, teaching(), self)
    await expect(edit(id, teaching(2), office.admin)).toRefuse('staff.protected')
  })
})

describe('the end of one', () => {
  test('is that of the account, and so is coming back', async () => {
    const id = await office.create()
    const { user_id } = await office.view(id)
    await status(id, 'inactive', 1)
    expect(await office.view(id)).toMatchObject({
      status: 'inactive',
      version: 2,
      invitation_expires_at: null,
    })
    expect((await rowsOf(user_id)).staff!.status).toBe('inactive')
    await expect(status(id, 'inactive', 2)).toRefuse('action_not_allowed')
    await status(id, 'active', 2)
    expect((await office.view(id)).invitation_expires_at).toBeInstanceOf(Date)
    expect((await office.audit(id)).map(({ action }) => action)).toEqual([
      ...['trainer.created', 'trainer.deactivated', 'trainer.activated'],
    ])
  })

  test('of who has another role comes by the roles, and nothing else goes with it', async () => {
    const id = await office.create()
    const { staff_id } = await office.view(id)
    await give(staff_id, ['clerk', 'trainer'], 1)
    await expect(status(id, 'inactive', 1)).toRefuse('trainer.other_roles')
    const remove = () => tenant.write((trx) => removeTrainer(trx, superadmin, everywhere, id, 1))
    await expect(remove()).toRefuse('trainer.other_roles')
    await give(staff_id, ['clerk'], 2)
    expect(await office.view(id)).toMatchObject({ status: 'inactive', teaches: false })
    await expect(status(id, 'active', 2)).toRefuse('trainer.other_roles')
  })

  test('is for good only where nobody was ever taught', async () => {
    const [fresh, taught] = [await office.create(), await office.create()]
    const { user_id } = await office.view(taught)
    await tenant.write(async (trx) => {
      const { id: subject_id } = await subject(trx)
      await insert(trx, 'subject_trainer', { subject_id, user_id })
    })
    const remove = (id: string) => tenant.write((trx) => removeTrainer(trx, superadmin, everywhere, id, 1))
    await expect(remove(taught)).toRefuse('trainer.remove_failed')
    const { staff_id, email } = await office.view(fresh)
    await remove(fresh)
    await expect(office.view(fresh)).toRefuse('not_found.trainer')
    expect((await office.audit(fresh)).at(-1)).toMatchObject({ action: 'trainer.removed' })
    expect((await office.audit(staff_id)).at(-1)).toMatchObject({ action: 'staff.created' })
    await office.create({ email: email! })
  })
})
