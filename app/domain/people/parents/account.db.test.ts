import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { parent, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { inviteParent } from './account.ts'
import { keysIn } from './test-support.ts'

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
