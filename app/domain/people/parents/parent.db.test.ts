import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { branch, insert, parent, student, user } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { credit, invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  confirmParent,
  createParent,
  editParent,
  inviteParent,
  removeParent,
  restoreParent,
  revealParent,
  setParentStatus,
} from './change-parent.ts'
import { isFamilyCode } from './family-code.ts'
import { familyBalance, parentByIdentity, parentFor, parentList, parentRow } from './find-parents.ts'
import { type ParentInput, parentForm } from './parent.ts'
import { auditOf, inBranch, keysIn, newParent } from './test-support.ts'

describe('parents', () => {
  let tenant: Tenant
  let admin: Actor
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
    clerk = await tenant.actor('clerk')
  })

  /** As the product answers: a broken constraint is a refusal. */
  const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)
  const create = (given: Partial<ParentInput> = {}, scope: RowScope = everywhere, by = admin) =>
    tenant.write((trx) => createParent(trx, by, scope, keysIn(tenant), newParent(given))).catch(said)
  const edit = (id: string, given: Partial<ParentInput>, version = 1) =>
    tenant
      .write((trx) =>
        editParent(trx, admin, everywhere, keysIn(tenant), { id, version }, { ...newParent(), ...given }),
      )
      .catch(said)
  const view = (id: string, scope: RowScope = everywhere) =>
    tenant.read((db) => parentRow(db, scope, keysIn(tenant), id))

  describe('a parent', () => {
    test('is made with a family code, and a number that stands nowhere readable', async () => {
      const id = await create({ identity_no: '800101005678', income_above_2500: 'yes', consent: true })
      const row = await view(id)
      expect(isFamilyCode(row.family_code)).toBe(true)
      expect(row).toMatchObject({
        identity_masked: '800101-**-**78',
        income_above_2500: true,
        status: 'active',
      })
      expect(row.consent_at).toBeInstanceOf(Date)
      const raw = await tenant.read((db) =>
        db.selectFrom('parent').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      )
      expect(JSON.stringify([raw, row, await auditOf(tenant, id)])).not.toContain('800101005678')
    })

    test('of whom another has the identity number is refused, and whom the reader reaches is named', async () => {
      const id = await create({ identity_no: '810101005678', name: 'Puan Pertama' })
      const again = create({ identity_no: '810101005678', is_another: true })
      await expect(again).toRefuse('duplicate.parent', 'identity_no')
      const { found } = await again.catch((refusal) => refusal)
      expect(found).toMatchObject([{ id, name: 'Puan Pertama', same: 'identity_no' }])
      const afar = await create({ identity_no: '810101005678' }, inBranch(), clerk).catch((error) => error)
      expect(afar.found).toEqual([{ id: null, name: null, family_code: null, same: 'identity_no' }])
    })

    test.each([
      ['phone', { phone: '+60137770001' }],
      ['email', { email: 'sama@family.test' }],
    ] as const)('with the %s of another is asked about, and may be somebody else', async (same, given) => {
      const id = await create(given)
      const again = create(given)
      await expect(again).toRefuse('duplicate.parent_contact', 'is_another')
      expect((await again.catch((error) => error)).found).toMatchObject([{ id, same }])
      const other = await create({ ...given, is_another: true })
      await edit(other, { ...given, name: 'Puan Lain' })
      expect((await view(other)).name).toBe('Puan Lain')
    })

    test('changed keeps number and income unless they are said, and never touches the account', async () => {
      const { id, account } = await tenant.write(async (trx) => {
        const one = await user(trx, { roles: ['parent'], email: 'akaun@family.test' })
        return { id: one.parent!.id, account: one.id }
      })
      await edit(id, { identity_no: '820101005678', income_above_2500: 'no' })
      await edit(id, { email: 'baharu@family.test' }, 2)
      const row = await view(id)
      expect(row).toMatchObject({ identity_masked: '820101-**-**78', income_above_2500: false })
      const kept = await tenant.read((db) =>
        db.selectFrom('user_account').select('email').where('id', '=', account).executeTakeFirstOrThrow(),
      )
      expect(kept.email).toBe('akaun@family.test')
      await expect(edit(id, { identity_type: 'passport' }, 3)).toRefuse(
        'identity.number_again',
        'identity_no',
      )
      await expect(edit(id, {}, 1)).toRefuse('version_conflict')
      await edit(id, { identity_clear: true }, 3)
      expect((await view(id)).identity_masked).toBeNull()
    })

    test('pays for an active child, so stays active; without one may be switched off and on', async () => {
      const { id } = await tenant.write((trx) => parent(trx))
      const child = await tenant.write((trx) => student(trx, {}, { payer: { id } }))
      // Of another child somebody else is the payer.
      await tenant.write(async (trx) => {
        const { id: student_id } = await student(trx)
        const link = { student_id, parent_id: id, relationship: 'father' }
        await insert(trx, 'student_parent', { ...link, is_primary: false, is_payer: false })
      })
      const set = (version: number, status: 'active' | 'inactive') =>
        tenant.write((trx) => setParentStatus(trx, admin, everywhere, { id, version, status }))
      await expect(set(1, 'inactive')).toRefuse('parent.pays')
      await tenant.write((trx) =>
        trx.updateTable('student').set({ status: 'withdrawn' }).where('id', '=', child.id).execute(),
      )
      await set(1, 'inactive')
      await expect(set(2, 'inactive')).toRefuse('action_not_allowed')
      await set(2, 'active')
      const own: RowScope = { ...everywhere, scope: 'own', parent_id: id }
      await expect(
        tenant.write((trx) => setParentStatus(trx, admin, own, { id, version: 3, status: 'inactive' })),
      ).toRefuse('action_not_allowed')
    })

    test('of children in other branches is switched off by nobody, who reads no name of theirs', async () => {
      const { id, here } = await tenant.write(async (trx) => {
        const payer = await parent(trx)
        const here = await student(trx, { branch_id: tenant.branch.id }, { payer })
        await student(trx, { branch_id: (await branch(trx)).id, name: 'Aaron' }, { payer })
        return { id: payer.id, here }
      })
      const near: RowScope = { ...everywhere, scope: 'branch', branch_ids: [tenant.branch.id] }
      const off = () =>
        tenant.write((trx) => setParentStatus(trx, clerk, near, { id, version: 1, status: 'inactive' }))
      await expect(off()).rejects.toMatchObject({
        ...{ code: 'parent.pays', blockers: [{ to: 'student', id: here.id, name: here.name }] },
      })
      await tenant.write((trx) =>
        trx.updateTable('student').set({ status: 'withdrawn' }).where('id', '=', here.id).execute(),
      )
      await expect(off()).rejects.toMatchObject({ code: 'parent.pays', blockers: [] })
    })

    test('is removed only without children, money and account, and brought back within 90 days', async () => {
      const [bare, mother] = await tenant.write(
        async (trx) => [await parent(trx), await parent(trx)] as const,
      )
      await tenant.write((trx) => student(trx, {}, { payer: mother }))
      const remove = (id: string, version = 1) =>
        tenant.write((trx) => removeParent(trx, admin, everywhere, { id, version }))
      const restore = (id: string, version: number) =>
        tenant.write((trx) => restoreParent(trx, admin, everywhere, { id, version })).catch(said)
      await expect(remove(mother.id)).toRefuse('parent.in_use')
      const invited = await tenant.write((trx) => user(trx, { roles: ['parent'] }))
      await expect(remove(invited.parent!.id)).toRefuse('parent.in_use')
      const rich = await tenant.write((trx) => credit(trx, { delta_sen: 500 }))
      await expect(remove(rich.parent_id)).toRefuse('parent.in_use')
      await remove(bare.id)
      await expect(view(bare.id)).toRefuse('not_found.parent')
      await restore(bare.id, 2)
      expect((await view(bare.id)).version).toBe(3)
      await remove(bare.id, 3)
      await tenant.write((trx) =>
        trx
          .updateTable('parent')
          .set({ deleted_at: new Date(Date.now() - 91 * 86_400_000) })
          .where('id', '=', bare.id)
          .execute(),
      )
      await expect(restore(bare.id, 4)).toRefuse('not_found.parent')
      expect((await auditOf(tenant, bare.id)).map(({ action }) => action)).toEqual([
        'parent.removed',
        'parent.restored',
        'parent.removed',
      ])
    })
  })

  describe('who finds whom', () => {
    test('a branch its children’s parents and who was registered there; a family itself', async () => {
      const far = await tenant.write((trx) => branch(trx))
      const [here, there] = await tenant.write(
        async (trx) =>
          [
            await student(trx, { branch_id: tenant.branch.id }),
            await student(trx, { branch_id: far.id }),
          ] as const,
      )
      const childless = await create({}, everywhere, clerk)
      const orphaned = await tenant.write((trx) => parent(trx))
      const mine = inBranch(tenant.branch.id)
      for (const id of [here.payer!.id, childless]) expect((await view(id, mine)).id).toBe(id)
      for (const id of [there.payer!.id, orphaned.id])
        await expect(view(id, mine)).toRefuse('not_found.parent')
      const own: RowScope = { ...everywhere, scope: 'own', parent_id: here.payer!.id }
      expect((await view(here.payer!.id, own)).id).toBe(here.payer!.id)
      await expect(view(there.payer!.id, own)).toRefuse('not_found.parent')
    })

    test('by an identity number, however it is written', async () => {
      const id = await create({ identity_no: '830101005678' })
      const find = (typed: string, scope = everywhere) =>
        tenant.read((db) => parentByIdentity(db, scope, keysIn(tenant), typed))
      expect(await find('830101-00-5678')).toMatchObject({ id })
      expect(await find('830101 00 5678', inBranch())).toBeUndefined()
      for (const typed of ['', 'Salmah', '830101']) expect(await find(typed)).toBeUndefined()
    })

    test('nobody finds out by asking what they may not know', async () => {
      const { payer } = await tenant.write(async (trx) => {
        const payer = await parent(trx, {
          name: 'Encik Rahsia',
          phone: '+60138880001',
          email: 'rahsia@family.test',
        })
        const child = await student(trx, {}, { payer })
        await invoice(trx, { student_id: child.id, payer_parent_id: payer.id })
        return { payer }
      })
      const search = async (q: string, role: 'clerk' | 'class-admin' | 'class-assistant') =>
        (await listed(tenant, parentList, { q }, { roles: [role] })).rows
      expect(await search(payer.family_code, 'class-admin')).toEqual([])
      expect(await search('rahsia@', 'class-assistant')).toEqual([])
      const [told] = await search('013-888 0001', 'class-assistant')
      expect(Object.keys(told!).sort()).toEqual(['children', 'id', 'name', 'phone', 'status'])
      const [whole] = await search(payer.family_code, 'clerk')
      expect(whole!.balance_sen).toBeGreaterThan(0)
      expect(await tenant.read((db) => familyBalance(db, inBranch(), payer.id))).toEqual({
        owed_sen: 0,
        credit_sen: 0,
        reserved_sen: 0,
      })
    })

    test.each([
      ['superadmin', { contact: true, identity: true, income: true, full: true }],
      ['clerk', { contact: true, identity: true, income: false, full: true }],
      ['class-admin', { contact: true, identity: true, income: false, full: false }],
      ['class-assistant', { contact: false, identity: false, income: false, full: false }],
      ['parent', { contact: true, identity: true, income: true, full: true }],
    ] as const)('%s is told so much', async (role, told) => {
      const row = await view(await create({ identity_no: undefined }))
      const { row: _, ...parts } = parentFor([role], row)
      expect(
        Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, value !== null])),
      ).toEqual(told)
    })

    test('the whole number leaves a trace', async () => {
      const id = await create({ identity_no: '840101005678', income_above_2500: 'yes' })
      const shown = await tenant.write((trx) => revealParent(trx, clerk, everywhere, keysIn(tenant), id))
      expect(shown).toEqual({ identity_no: '840101-00-5678', income_above_2500: true })
      expect((await auditOf(tenant, id)).at(-1)!.action).toBe('identity.revealed')
      await expect(tenant.write((trx) => revealParent(trx, clerk, inBranch(), keysIn(tenant), id))).toRefuse(
        'not_found.parent',
      )
    })
  })

  test.each([
    [{}, undefined],
    [{ phone: '123' }, ['phone: input.phone']],
    [{ tin: 'ig 1234567890' }, undefined],
    [{ tin: '12' }, ['tin: parent.tin']],
    [{ identity_no: '9999' }, ['identity_no: identity.nric']],
    [
      { city: 'Muar' },
      ['address_line1: input.required', 'state: input.required', 'postcode: input.required'],
    ],
  ])('the form with %j', (given, problems) => {
    const good = { ...newParent(), phone: '012-345 6789' }
    const { error } = parentForm.safeParse({ ...good, ...given })
    expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(problems)
  })
})

describe('accounts of parents', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
  })

  const made = (given: Parameters<typeof parent>[1] = {}) => tenant.write((trx) => parent(trx, given))
  const invited = (id: string, version = 1, scope = everywhere) =>
    tenant.write((trx) => inviteParent(trx, clerk, scope, keysIn(tenant), { id, version }))
  const accountOf = (parent_id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('parent')
        .innerJoin('user_account', 'user_account.id', 'parent.user_id')
        .select(['user_account.id', 'user_account.status', 'user_account.roles', 'user_account.phone'])
        .select(['user_account.email', 'user_account.locale'])
        .where('parent.id', '=', parent_id)
        .executeTakeFirst(),
    )
  const invitationsTo = (user_id: string) =>
    tenant.read((db) =>
      db.selectFrom('invitation').select(['id', 'replaced_at']).where('user_id', '=', user_id).execute(),
    )

  describe('a parent who is to sign in', () => {
    test('gets an account and an invitation by mail, and a new one in its place when asked again', async () => {
      const email = 'puan-baru@family.test'
      const { id } = await made({ email, phone: '+60130001111', preferred_locale: 'my' })
      expect(await invited(id)).toMatchObject({ email })
      const account = (await accountOf(id))!
      expect(account).toMatchObject({
        ...{ status: 'invited', roles: ['parent'], phone: '+60130001111', email, locale: 'my' },
      })
      expect(await invitationsTo(account.id)).toHaveLength(1)
      await invited(id, 2)
      const sent = await invitationsTo(account.id)
      expect(sent.map(({ replaced_at }) => replaced_at !== null).sort()).toEqual([false, true])
    })

    test('without an address signs in by phone, and without either not at all', async () => {
      const { id } = await made({ email: null, phone: '+60130002222' })
      expect(await invited(id)).toMatchObject({ email: '' })
      const account = (await accountOf(id))!
      expect(account).toMatchObject({ email: null, phone: '+60130002222' })
      expect(await invitationsTo(account.id)).toEqual([])
      const landline = await made({ email: null, phone: '+60370001234' })
      await expect(invited(landline.id)).toRefuse('parent.unreachable')
    })

    test('does not get the account of somebody else', async () => {
      const { phone } = await tenant.write((trx) => user(trx, { roles: ['clerk'], phone: '+60130003333' }))
      const { id } = await made({ email: 'lain@family.test', phone: phone! })
      await expect(invited(id)).toRefuse('parent.account_taken')
      expect(await accountOf(id)).toBeUndefined()
    })

    describe('whose contacts the office corrects before they have come in', () => {
      const correct = (id: string, given: Partial<ParentInput>, version = 2) =>
        tenant.write((trx) =>
          editParent(trx, clerk, everywhere, keysIn(tenant), { id, version }, newParent(given)),
        )

      test('signs in by the new ones alone: the link to the wrong address has ended', async () => {
        const { id } = await made({ email: 'salah@family.test', phone: '+60130006661' })
        await invited(id)
        const account = (await accountOf(id))!
        await correct(id, { email: 'betul@family.test', phone: '+60130006662' })
        expect(await accountOf(id)).toMatchObject({
          ...{ id: account.id, status: 'invited', email: 'betul@family.test', phone: '+60130006662' },
        })
        const open = await tenant.read((db) =>
          db
            .selectFrom('invitation')
            .select(['id', sql<boolean>`replaced_at is null and withdrawn_at is null`.as('open')])
            .where('user_id', '=', account.id)
            .orderBy('created_at')
            .execute(),
        )
        expect(open.map((one) => one.open)).toEqual([false, true])
      })

      test('keeps what did not change, and a contact of somebody else is not theirs', async () => {
        await tenant.write((trx) => user(trx, { roles: ['clerk'], phone: '+60130006663' }))
        const { id } = await made({ email: 'tetap@family.test', phone: '+60130006664' })
        await invited(id)
        const account = (await accountOf(id))!
        await correct(id, { email: 'tetap@family.test', phone: '+60130006663' })
        expect(await accountOf(id)).toMatchObject({ email: 'tetap@family.test', phone: null })
        expect(await invitationsTo(account.id)).toHaveLength(1)
      })

      test('has no account any more without a contact to sign in with', async () => {
        const { id } = await made({ email: null, phone: '+60130006665' })
        await invited(id)
        await correct(id, { email: undefined, phone: '+60370006665' })
        expect(await accountOf(id)).toBeUndefined()
      })

      test('keeps theirs once they have come in', async () => {
        const one = await tenant.write((trx) =>
          user(trx, { roles: ['parent'], phone: '+60130006666', status: 'active' }),
        )
        await correct(one.parent!.id, { phone: '+60130006667' }, 1)
        expect(await accountOf(one.parent!.id)).toMatchObject({ phone: '+60130006666' })
      })
    })

    test('is invited by a phone that only the family has said once the office confirms it', async () => {
      const { id } = await made({ email: null, phone: '+60130004444', phone_proven_at: null })
      await expect(invited(id)).toRefuse('parent.unconfirmed')
      const confirm = (version: number) =>
        tenant.write((trx) => confirmParent(trx, clerk, everywhere, { id, version }))
      await confirm(1)
      await expect(confirm(2)).toRefuse('action_not_allowed')
      await invited(id, 2)
      expect(await accountOf(id)).toMatchObject({ phone: '+60130004444' })
      expect((await auditOf(tenant, id)).map(({ action, after }) => [action, after])).toContainEqual([
        'parent.confirmed',
        expect.objectContaining({ confirmed: ['phone'] }),
      ])
    })

    test('has a name that only the family has said confirmed together with the rest', async () => {
      const { id } = await made({ email: null, phone: '+60130004455', phone_proven_at: null })
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ name_confirmed: false }).where('id', '=', id).execute(),
      )
      const unconfirmed = async () =>
        (await tenant.read((db) => parentRow(db, everywhere, keysIn(tenant), id))).unconfirmed
      expect(await unconfirmed()).toEqual(['name', 'phone'])
      await tenant.write((trx) => confirmParent(trx, clerk, everywhere, { id, version: 1 }))
      expect(await unconfirmed()).toEqual([])
      expect((await auditOf(tenant, id)).map(({ action, after }) => [action, after])).toContainEqual([
        'parent.confirmed',
        expect.objectContaining({ confirmed: ['name', 'phone'] }),
      ])
    })

    test('who works in the office does not confirm their own details, nor those of their family', async () => {
      const { id } = await made({ email: null, phone: '+60130004466', phone_proven_at: null })
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id: clerk.id }).where('id', '=', id).execute(),
      )
      const confirmed = tenant.write((trx) => confirmParent(trx, clerk, everywhere, { id, version: 1 }))
      await expect(confirmed).toRefuse('four_eyes.own_family')
      const spouse = await made({ email: null, phone: '+60130004477', phone_proven_at: null })
      await tenant.write(async (trx) => {
        const child = await student(trx, {}, { payer: { id } })
        await insert(trx, 'student_parent', {
          student_id: child.id,
          parent_id: spouse.id,
          relationship: 'father',
        })
      })
      await expect(
        tenant.write((trx) => confirmParent(trx, clerk, everywhere, { id: spouse.id, version: 1 })),
      ).toRefuse('four_eyes.own_family')
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id: null }).where('id', '=', id).execute(),
      )
    })

    test('gets a phone that the office confirms into the account that had none', async () => {
      const { id } = await made({ email: 'sahkan@family.test', email_proven_at: null })
      await tenant.write((trx) =>
        trx
          .updateTable('parent')
          .set({ phone: '+60130005555', phone_proven_at: null })
          .where('id', '=', id)
          .execute(),
      )
      await invited(id)
      expect(await accountOf(id)).toMatchObject({ phone: null, email: 'sahkan@family.test' })
      await tenant.write((trx) => confirmParent(trx, clerk, everywhere, { id, version: 2 }))
      expect(await accountOf(id)).toMatchObject({ phone: '+60130005555' })
    })

    test('who works here changes their own contacts on their profile, where a code proves them', async () => {
      const own = await made({ email: 'sendiri@family.test' })
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id: clerk.id }).where('id', '=', own.id).execute(),
      )
      const edit = (given: object) =>
        tenant.write((trx) =>
          editParent(
            trx,
            clerk,
            everywhere,
            keysIn(tenant),
            { id: own.id, version: 1 },
            {
              ...newParent({ name: own.name, phone: own.phone, email: own.email! }),
              ...given,
            },
          ),
        )
      await expect(edit({ phone: '+60130006666' })).toRefuse('profile.own_contact', 'phone')
      await expect(edit({ email: 'lain-lagi@family.test' })).toRefuse('profile.own_contact', 'email')
      await edit({ occupation: 'Guru' })
    })

    test('is invited neither when inactive, nor by themselves, nor once they have come in', async () => {
      const inactive = await made({ status: 'inactive' })
      await expect(invited(inactive.id)).toRefuse('action_not_allowed')
      const own = await made()
      const scope = { ...everywhere, scope: 'own', parent_id: own.id } as const
      await expect(invited(own.id, 1, scope)).toRefuse('action_not_allowed')
      await expect(invited(own.id, 2)).toRefuse('version_conflict')
      const known = await tenant.write((trx) =>
        user(trx, { roles: ['parent'], status: 'inactive', email: 'lama@family.test' }),
      )
      await expect(invited(known.parent!.id)).toRefuse('invitation.not_needed')
    })
  })
})
