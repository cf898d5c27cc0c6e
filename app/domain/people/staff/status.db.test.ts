import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { department, subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { removeStaff, setStaffStatus } from './status.ts'
import { keysOf, openStaff, type StaffOffice } from './test-support.ts'

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
  const setStatus = (id: string, version: number, status: 'active' | 'inactive', actor: Actor = superadmin) =>
    tenant.write((trx) => setStaffStatus(trx, actor, keysOf(tenant), id, { version, status }))
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
        db.selectFrom('staff').select(['id', 'version']).where('user_id', '=', id).executeTakeFirstOrThrow(),
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
