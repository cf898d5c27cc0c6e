import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { profileForm, updateProfile } from '#app/domain/identity/accounts/profile.ts'
import { changeRoles, editStaff } from '#app/domain/people/staff/change-staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import {
  branch,
  enrolment,
  insert,
  parent,
  student,
  subject,
  type Trx,
} from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { subjectsOf } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { columnsFor } from '#app/domain/core/lists/list.ts'
import { listed } from '#tests/support/database/lists.ts'
import { changePay, editTrainer, payOf, removeTrainer, setTrainerStatus } from './change-trainer.ts'
import { trainerList } from './find-trainers.ts'
import { openTrainers, pay, type TrainerOffice } from './test-support.ts'
import { type PayInput, payForm, type TeachingInput, type TrainerInput } from './trainer.ts'

describe('trainers', () => {
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
    tenant.write((trx) =>
      setTrainerStatus(trx, actor, everywhere, keysOf(tenant), id, { version, status: to }),
    )

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
})

describe('who reaches whom', () => {
  let office: TrainerOffice
  let far: { id: string }
  /** A trainer of the first branch with a class there and one elsewhere, one of the other branch, and one without a class. */
  const people = { here: '', there: '', idle: '' }
  const users = { here: '', there: '', helper: '', family: '' }

  beforeAll(async () => {
    office = await openTrainers()
    const { tenant } = office
    far = await tenant.write((trx) => branch(trx))
    people.here = await office.create({ name: 'Cikgu Sini', specialisation: 'Tajwid' })
    people.there = await office.create({ name: 'Cikgu Sana', branch_ids: [far.id] })
    people.idle = await office.create({ name: 'Cikgu Lapang' })
    users.here = (await office.view(people.here)).user_id
    users.there = (await office.view(people.there)).user_id
    users.helper = (await tenant.actor('class-assistant')).id
    await tenant.write(async (trx) => {
      const near = await classOf(trx, 'A1', tenant.branch.id, users.here)
      const other = await classOf(trx, 'B1', far.id, users.here)
      await classOf(trx, 'C1', far.id, users.there)
      await insert(trx, 'subject_trainer', { subject_id: near, user_id: users.helper, duty: 'assistant' })
      const payer = await parent(trx)
      users.family = payer.id
      const child = await student(trx, {}, { payer })
      await enrolment(trx, { student_id: child.id, subject_id: other })
      const past = await classOf(trx, 'D1', far.id, users.there)
      await enrolment(trx, { student_id: child.id, subject_id: past, status: 'ended' })
    })
  })

  async function classOf(trx: Trx, code: string, branch_id: string, user_id: string) {
    const { id } = await subject(trx, { code, branch_id })
    await insert(trx, 'subject_trainer', { subject_id: id, user_id })
    return id
  }

  type Named = 'branch' | 'class' | 'trainer' | 'family' | 'stranger'
  function scopeOf(who: Named): RowScope {
    const nobody = { user_id: office.admin.id, branch_ids: [], parent_id: null }
    const scopes: Record<Named, RowScope> = {
      branch: { ...nobody, scope: 'branch', branch_ids: [office.tenant.branch.id] },
      class: { ...nobody, scope: 'class', user_id: users.helper },
      trainer: { ...nobody, scope: 'own', user_id: users.there },
      family: { ...nobody, scope: 'own', parent_id: users.family },
      stranger: { ...nobody, scope: 'own' },
    }
    return scopes[who]
  }

  const list = async (scope: RowScope, query: Record<string, string> = {}) =>
    (await listed(office.tenant, trainerList, query, { scope })).rows
  const namesOf = async (scope: RowScope, query: Record<string, string> = {}) =>
    (await list(scope, query)).map(({ name }) => name)

  describe('who reaches whom', () => {
    test.each<[Named, (keyof typeof people)[]]>([
      ['branch', ['idle', 'here']],
      ['class', ['here']],
      ['trainer', ['there']],
      ['family', ['here']],
      ['stranger', []],
    ])('%s, in the list and by id', async (who, reached) => {
      const scope = scopeOf(who)
      expect((await list(scope)).map(({ id }) => id)).toEqual(reached.map((name) => people[name]))
      for (const name of ['here', 'there', 'idle'] as const) {
        const found = office.view(people[name], scope)
        if (reached.includes(name)) expect((await found).id).toBe(people[name])
        else await expect(found).toRefuse('not_found.trainer')
      }
    })

    test('of the classes that somebody teaches each reader is told those that they reach themselves', async () => {
      const codes = async (scope: RowScope) =>
        (await office.tenant.read((db) => subjectsOf(db, scope, { trainer_id: users.here }))).map(
          ({ code }) => code,
        )
      expect(await codes(everywhere)).toEqual(['A1', 'B1'])
      expect(await codes(scopeOf('branch'))).toEqual(['A1'])
      expect(await codes(scopeOf('class'))).toEqual(['A1'])
      expect(await codes(scopeOf('family'))).toEqual(['B1'])
    })
  })

  describe('who may know the names', () => {
    test.each<Named>(['class', 'family'])('gets no more of the list: %s', async (who) => {
      const scope = scopeOf(who)
      const reader = { scope, roles: [], today: '2026-01-05' }
      expect(columnsFor(trainerList, reader, 'file').map(({ key }) => key)).toEqual(['name'])
      const [row] = await list(scope)
      const told = Object.values(row!).filter((value) => value !== null && value !== '' && value !== 0)
      expect(told).toEqual([people.here, 'Cikgu Sini'])
    })

    test('finds out nothing else by asking', async () => {
      const { email, phone } = await office.view(people.here)
      for (const q of ['Tajwid', email!, phone!]) {
        expect(await namesOf(scopeOf('family'), { q }), q).toEqual([])
        expect(await namesOf(everywhere, { q }), q).toEqual(['Cikgu Sini'])
      }
      for (const query of [{ status: 'inactive' }, { branch_id: office.tenant.branch.id }])
        expect(await namesOf(scopeOf('family'), query)).toEqual(['Cikgu Sini'])
      expect(await namesOf(scopeOf('family'), { q: 'sini' })).toEqual(['Cikgu Sini'])
    })
  })

  test('a list tells how many classes somebody has that are held now', async () => {
    const counts = Object.fromEntries((await list(everywhere)).map(({ name, classes }) => [name, classes]))
    expect(counts).toEqual({ 'Cikgu Sini': 2, 'Cikgu Sana': 2, 'Cikgu Lapang': 0 })
  })
})

describe('pay', () => {
  let office: TrainerOffice

  beforeAll(async () => {
    office = await openTrainers()
  })

  const change = (id: string, input: PayInput, actor: Actor = office.superadmin) =>
    office.tenant.write((trx) => changePay(trx, actor, everywhere, keysOf(office.tenant), id, input))
  const seen = (id: string, scope: RowScope = everywhere) =>
    office.tenant.read((db) => payOf(db, scope, keysOf(office.tenant), id))

  describe('pay', () => {
    test('is told with the end of the account alone, whose number stands nowhere readable', async () => {
      const id = await office.create()
      await change(id, pay())
      expect(await seen(id)).toEqual({
        ...{ bank_name: 'Maybank', account_name: 'Zaleha binti Idris', account_number: '•••• 5678' },
        ...{ tin: 'IG12345678901', pay_type: 'hour', pay_rate_sen: 4_500 },
      })
      const raw = await office.tenant.read((db) =>
        db.selectFrom('trainer').selectAll().where('id', '=', id).execute(),
      )
      expect(JSON.stringify([raw, await office.audit(id)])).not.toContain('990012345678')
      expect((await office.audit(id)).at(-1)).toMatchObject({
        action: 'trainer.pay_changed',
        before: { bank_name: null, account_number: 'kept', pay_rate_sen: null },
        after: { bank_name: 'Maybank', account_number: 'replaced', pay_rate_sen: 4_500 },
      })
    })

    test('keeps a number that is not typed again, and forgets it with bank and holder', async () => {
      const id = await office.create()
      await change(id, pay())
      await change(id, pay({ account_number: undefined, bank_name: 'CIMB', version: 2 }))
      expect(await seen(id)).toMatchObject({ bank_name: 'CIMB', account_number: '•••• 5678' })
      const none = { bank_name: undefined, account_name: undefined, account_number: undefined }
      await change(id, pay({ ...none, version: 3 }))
      expect(await seen(id)).toMatchObject({ bank_name: null, account_number: null, pay_rate_sen: 4_500 })
      expect((await office.audit(id)).at(-1)).toMatchObject({ after: { account_number: 'removed' } })
      await expect(change(id, pay({ account_number: undefined, version: 4 }))).toRefuse(
        'input.required',
        'account_number',
      )
    })

    test('is not changed over somebody else’s change, nor by an admin for an owner', async () => {
      const id = await office.create()
      await change(id, pay())
      await expect(change(id, pay())).toRefuse('version_conflict')
      const { user_id } = await office.view(id)
      await office.tenant.write((trx) =>
        trx
          .updateTable('user_account')
          .set({ roles: ['superadmin', 'trainer'] })
          .where('id', '=', user_id)
          .execute(),
      )
      await expect(change(id, pay({ version: 2 }), office.admin)).toRefuse('staff.protected')
    })

    test('has no amount for who teaches, and is nothing to strangers', async () => {
      const id = await office.create()
      await change(id, pay())
      const { user_id } = await office.view(id)
      const self = { scope: 'own', user_id, branch_ids: [], parent_id: null } as const
      const own = await seen(id, self)
      expect(own).toMatchObject({ pay_type: 'hour', account_number: '•••• 5678' })
      expect(own).not.toHaveProperty('pay_rate_sen')
      expect(await seen(id, { ...self, user_id: office.admin.id })).toBeUndefined()
    })
  })

  describe('its form', () => {
    const faults = (given: Record<string, unknown>) => {
      const { error } = payForm.safeParse({ version: 1, ...given })
      return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
    }

    test('takes an account whole, and a rate with what it is for', () => {
      expect(faults({})).toEqual({})
      expect(faults({ bank_name: 'CIMB', account_name: 'Aminah' })).toEqual({})
      expect(faults({ bank_name: 'CIMB' })).toEqual({ account_name: 'input.required' })
      expect(faults({ account_number: '12345' })).toEqual({
        bank_name: 'input.required',
        account_name: 'input.required',
      })
      expect(faults({ pay_type: 'hour' })).toEqual({ pay_rate_sen: 'input.required' })
      expect(faults({ pay_rate_sen: '45' })).toEqual({ pay_type: 'input.required' })
    })

    test('knows numbers of accounts and of tax as people write them', () => {
      const read = payForm.parse({
        ...{ bank_name: 'CIMB', account_name: 'Aminah', account_number: '1234-5678 90' },
        ...{ tin: 'ig 12345678901', version: 1 },
      })
      expect(read).toMatchObject({ account_number: '1234567890', tin: 'IG12345678901' })
      expect(faults({ tin: 'IG1' })).toEqual({ tin: 'trainer.tin' })
      expect(faults({ bank_name: 'CIMB', account_name: 'Aminah', account_number: '12ab5' })).toEqual({
        account_number: 'input.account_number',
      })
      expect(faults({ pay_type: 'hour', pay_rate_sen: '0' })).toHaveProperty('pay_rate_sen')
    })
  })
})
