import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Given, insert, parent, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type ProfileInput, profileOf, updateProfile } from './profile.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

/** A new person of these roles, as who acts. */
async function person(roles: Role[], given: Given<'user_account'> = {}): Promise<Actor & { id: string }> {
  const base = await tenant.actor('clerk')
  const made = await tenant.write((trx) => user(trx, { roles, ...given }))
  return { ...base, id: made.id, name: made.name, roles }
}

/** The form as the page would send it back untouched. */
async function untouched(actor: Actor): Promise<ProfileInput> {
  const { trainer, parent, ...account } = await seen(actor)
  const filled = Object.fromEntries(
    Object.entries({ ...account, ...trainer, ...parent }).map(([key, value]) => [key, value ?? undefined]),
  )
  return {
    ...filled,
    version: account.version,
    trainer_version: trainer?.version,
    parent_version: parent?.version,
  } as unknown as ProfileInput
}
const seen = (actor: Actor) => tenant.read((db) => profileOf(db, actor.id!))

const save = async (actor: Actor, changes: object, confirmed = true) => {
  const input = { ...(await untouched(actor)), ...changes }
  return tenant.write((trx) => updateProfile(trx, actor, input, { confirmed }))
}
const unchanged = { outcome: 'unchanged', waiting: [] }
const saved = (...waiting: string[]) => ({ outcome: 'saved', waiting })
const audits = (actor: Actor) =>
  tenant.read((db) =>
    db.selectFrom('audit_log').selectAll().where('object_id', '=', actor.id).orderBy('position').execute(),
  )

describe('which profiles a person has', () => {
  test.each<[Role[], string[]]>([
    [['clerk'], ['staff']],
    [['trainer'], ['trainer']],
    [['parent'], ['parent']],
  ])('%s', async (roles, filled) => {
    const profile = await seen(await person(roles))
    const has = (['staff', 'trainer', 'parent'] as const).filter((name) => profile[name])
    expect(has).toEqual(filled)
  })

  test('a trainer who is a parent too has both', async () => {
    const both = await person(['trainer', 'parent'])
    await tenant.write((trx) => insert(trx, 'trainer', { id: newId(), user_id: both.id, name: 'Cikgu' }))
    const { trainer, parent, staff, profiles } = await seen(both)
    expect([Boolean(trainer), Boolean(parent), staff, profiles]).toEqual([
      true,
      true,
      null,
      ['trainer', 'parent'],
    ])
  })

  test('it never holds the password', async () => {
    const clerk = await person(['clerk'], { password_hash: 'SECRET' })
    const profile = await seen(clerk)
    expect(JSON.stringify(profile)).not.toContain('SECRET')
    expect(profile.has_password).toBe(true)
  })

  test('somebody of another organisation is not found', async () => {
    const other = await freshTenant()
    const { id } = await other.actor('clerk')
    await expect(tenant.read((db) => profileOf(db, id))).toRefuse('not_found.user')
  })
})

describe('saving', () => {
  test('what is there already writes nothing: no version, no audit row, whatever the version was', async () => {
    for (const roles of [['clerk'], ['trainer'], ['parent']] as Role[][]) {
      const actor = await person(roles)
      const before = await seen(actor)
      expect(await save(actor, {}, false)).toEqual(unchanged)
      expect(await save(actor, { version: 99 }, false)).toEqual(unchanged)
      expect(await seen(actor)).toEqual(before)
      expect(await audits(actor)).toEqual([])
    }
  })

  test('tells what was and what is, in the audit log and nowhere else', async () => {
    const actor = await person(['parent'])
    expect(await save(actor, { name: 'Puan Baharu', occupation: 'Jurutera' })).toEqual(saved())
    const [row, ...others] = await audits(actor)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      action: 'profile.edited',
      actor_id: actor.id,
      before: { name: actor.name, occupation: null },
      after: { name: 'Puan Baharu', occupation: 'Jurutera' },
    })
    expect(Object.keys(row!.after as object).sort()).toEqual(['name', 'occupation'])
  })

  test('has the rows of the profiles follow, and the language of letters to a parent', async () => {
    const actor = await person(['parent'])
    await save(actor, {
      name: 'Puan Ikut',
      locale: 'my',
      preferred_channel: 'sms',
    })
    const row = await tenant.read((db) =>
      db.selectFrom('parent').selectAll().where('user_id', '=', actor.id).executeTakeFirstOrThrow(),
    )
    expect(row).toMatchObject({
      name: 'Puan Ikut',
      // What parents call themselves proves nothing on a bank statement.
      name_confirmed: false,
      preferred_locale: 'my',
      preferred_channel: 'sms',
      version: 2,
    })
    const trainer = await person(['trainer'])
    await save(trainer, { phone: '+60111111111', specialisation: 'Tajwid' })
    expect((await seen(trainer)).trainer).toMatchObject({ specialisation: 'Tajwid', version: 2 })
  })

  test('leaves what the office noted of a parent alone when only something else changes', async () => {
    const actor = await person(['parent'], { email: 'log-masuk@family.test' })
    const held = await seen(actor)
    await save(actor, { occupation: 'Guru' })
    const row = await tenant.read((db) =>
      db
        .selectFrom('parent')
        .select(['email', 'phone'])
        .where('id', '=', held.parent!.id)
        .executeTakeFirstOrThrow(),
    )
    expect(row.email).not.toBe('log-masuk@family.test')
    expect(row.phone).toMatch(/^\+6011/)
  })

  test('is refused over what somebody else saved, on the account or on the profile', async () => {
    const actor = await person(['parent'])
    const old = await untouched(actor)
    await save(actor, { name: 'Yang pertama' })
    const late = { ...old, name: 'Yang kedua' }
    await expect(tenant.write((trx) => updateProfile(trx, actor, late, { confirmed: true }))).toRefuse(
      'version_conflict',
    )
    const now = await untouched(actor)
    await tenant.write((trx) =>
      trx
        .updateTable('parent')
        .set((eb) => ({ city: 'Klang', version: eb('version', '+', 1) }))
        .where('user_id', '=', actor.id)
        .execute(),
    )
    const over = { ...now, city: 'Shah Alam' }
    await expect(tenant.write((trx) => updateProfile(trx, actor, over, { confirmed: true }))).toRefuse(
      'version_conflict',
    )
  })

  test.each([
    ['email', 'duplicate.user_email', 'AMINAH-TAKEN@school.test'],
    ['phone', 'duplicate.user_phone', '+60199999999'],
  ] as const)('an %s that somebody else has is refused at its field', async (field, code, value) => {
    await person(['clerk'], { [field]: value })
    const actor = await person(['clerk'])
    await expect(save(actor, { [field]: value })).toRefuse(code, field)
  })

  test('needs a proof for another e-mail or phone, also to take one away, and for nothing else', async () => {
    const actor = await person(['clerk'], { phone: '+60177777777' })
    for (const [change, ...waiting] of [
      [{ email: 'lain@school.test' }, 'email'],
      [{ phone: '+60122222222' }, 'phone'],
      [{ phone: undefined }],
    ] as const) {
      await expect(save(actor, change, false)).toRefuse('confirm_required')
      expect(await save(actor, change, true)).toEqual(saved(...waiting))
    }
    expect(await save(actor, { name: 'Nama lain', locale: 'my' }, false)).toEqual(saved())
  })

  test('a new contact waits, and the one before goes on counting', async () => {
    const actor = await person(['parent'], { email: 'lama@family.test', phone: '+60190001001' })
    const change = { email: 'Baharu@family.test', phone: '+60190001002' }
    expect(await save(actor, { ...change, email: 'baharu@family.test' })).toEqual(saved('phone', 'email'))
    expect(await seen(actor)).toMatchObject({
      ...{ email: 'lama@family.test', phone: '+60190001001', version: 1 },
      waiting: [
        { kind: 'phone', value: '+60190001002', taken: false },
        { kind: 'email', value: 'baharu@family.test', taken: false },
      ],
    })
    expect((await audits(actor)).map(({ action }) => action)).toEqual(['profile.contact_claimed'])
  })

  test('a number that gets no text messages cannot be proven', async () => {
    const actor = await person(['parent'])
    await expect(save(actor, { phone: '+60312345678' })).toRefuse('input.mobile', 'phone')
  })

  test('the only contact stays until the new one is proven', async () => {
    const actor = await person(['parent'], { email: 'satu@family.test' })
    await expect(save(actor, { email: undefined, phone: '+60190001003' })).toRefuse(
      'profile.prove_first',
      'email',
    )
  })

  test('a contact that is taken away is told', async () => {
    const actor = await person(['clerk'], { email: 'lama@school.test', phone: '+60190001004' })
    await save(actor, { phone: undefined })
    await expect(tenant).toHaveEnqueued('account.notify', {
      user_id: actor.id,
      what: 'contact',
      address: 'lama@school.test',
    })
    await expect(tenant).toHaveEnqueued('account.text', { user_id: actor.id, phone: '+60190001004' })
  })

  test('refuses to leave somebody whom nobody can reach', async () => {
    const actor = await person(['clerk'])
    await expect(save(actor, { email: undefined, phone: undefined })).toRefuse(
      'profile.contact_required',
      'email',
    )
  })

  test('fields of a profile that the person has not are as if they were not there', async () => {
    const actor = await person(['clerk'])
    const stranger = await tenant.write((trx) => parent(trx))
    const more = { occupation: 'Raja', specialisation: 'Segala', id: stranger.id, user_id: stranger.id }
    expect(await save(actor, more)).toEqual(unchanged)
  })

  test('columns that are not of the form are not written', async () => {
    const actor = await person(['trainer'])
    const before = await tenant.read((db) =>
      db.selectFrom('user_account').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow(),
    )
    const hostile = {
      roles: ['superadmin'],
      status: 'inactive',
      password_hash: 'x',
      avatar_file: 'x',
      deleted_at: new Date(),
    }
    await save(actor, { name: 'Nama baharu', ...hostile })
    const after = await tenant.read((db) =>
      db.selectFrom('user_account').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow(),
    )
    const { name, version, updated_at, updated_by, ...rest } = after
    // Who saves the form has seen its language.
    expect({ ...before, locale_chosen: true }).toMatchObject(rest)
    expect([name, version]).toEqual(['Nama baharu', 2])
  })
})
