import { beforeAll, expect, test } from 'vitest'
import { hashPassword, passwordFits } from '#app/domain/identity/passwords/passwords.ts'
import { newId } from '#db/id.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newSession } from '#tests/support/product/http.ts'
import { changePassword } from './profile.ts'

const old = 'pisang goreng 42'
const fresh = 'kuih lapis pandan 77'
const typed = { current_password: old, password: fresh, password_confirmation: fresh }

let tenant: Tenant
let kept: string
beforeAll(async () => {
  tenant = await freshTenant()
  kept = await hashPassword(old)
})

/** A person with three sessions, the first of which asks. */
async function asker(password_hash: string | null = kept) {
  const base = await tenant.actor('clerk')
  const made = await tenant.write(async (trx) => {
    const account = await user(trx, { password_hash })
    const sessions = [newSession(), newSession(), newSession()].map(({ row }) => ({
      ...row,
      user_id: account.id,
    }))
    await trx.insertInto('session').values(sessions).execute()
    return { account, session_id: sessions[0]!.id }
  })
  const actor = { ...base, id: made.account.id, name: made.account.name }
  const change = (
    input: object = {},
    confirmed = false,
    transactions = { write: tenant.write, releaseConnection: async () => {} },
  ) =>
    changePassword(
      transactions,
      { ...typed, ...input },
      {
        actor,
        session_id: made.session_id,
        confirmed,
        finish: async () => 'finished',
      },
    )
  const row = () =>
    tenant.read((db) =>
      db
        .selectFrom('user_account')
        .select('password_hash')
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow(),
    )
  const sessions = () =>
    tenant.read((db) => db.selectFrom('session').select('id').where('user_id', '=', actor.id).execute())
  return { ...made, actor, change, row, sessions }
}

test('the new one fits, all other sessions end, the person is told, and the log has no secret', async () => {
  const { account, actor, change, row, sessions, session_id } = await asker()
  expect(await change()).toBe('finished')
  expect(await passwordFits(fresh, (await row()).password_hash)).toBe(true)
  expect(await sessions()).toEqual([{ id: session_id }])
  await expect(tenant).toHaveEnqueued('account.notify', {
    user_id: actor.id,
    what: 'password',
    address: account.email!,
  })
  const [entry] = await tenant.read((db) =>
    db.selectFrom('audit_log').selectAll().where('object_id', '=', actor.id).execute(),
  )
  expect(entry).toMatchObject({
    action: 'profile.password_changed',
    before: null,
    after: { sessions_ended: 2 },
  })
})

test('a wrong current one changes nothing, and after five nothing is looked at any more', async () => {
  const { change, row, sessions } = await asker()
  for (let time = 0; time < 5; time++)
    await expect(change({ current_password: 'salah' })).toRefuse('auth.password_invalid', 'current_password')
  await expect(change()).toRefuse('auth.locked', 'current_password')
  expect((await row()).password_hash).toBe(kept)
  expect(await sessions()).toHaveLength(3)
})

test('each try is in the login log of the person', async () => {
  const { actor, change } = await asker()
  await expect(change({ current_password: 'salah' })).toRefuse('auth.password_invalid')
  await change()
  const rows = await tenant.read((db) =>
    db
      .selectFrom('login_log')
      .select(['method', 'result', 'ip'])
      .where('user_id', '=', actor.id)
      .orderBy('at')
      .execute(),
  )
  expect(rows).toEqual([
    { method: 'confirm', result: 'auth.password_invalid', ip: '192.0.2.1' },
    { method: 'confirm', result: 'confirmed', ip: '192.0.2.1' },
  ])
})

test('none given where there is one is refused, however freshly confirmed', async () => {
  const { change } = await asker()
  await expect(change({ current_password: undefined }, true)).toRefuse('input.required', 'current_password')
})

test('the first one needs a proof of another kind', async () => {
  const { change, row } = await asker(null)
  await expect(change({ current_password: undefined })).toRefuse('confirm_required')
  await expect(change({ current_password: old })).toRefuse('confirm_required')
  expect((await row()).password_hash).toBeNull()
  expect(await change({ current_password: undefined }, true)).toBe('finished')
  expect(await passwordFits(fresh, (await row()).password_hash)).toBe(true)
})

test('of two changes at once one is kept and the other is told', async () => {
  const { actor, change, row } = await asker()
  const other = await hashPassword(`lain ${newId()}`)
  // Somebody resets the password while this request waits for its turn to hash.
  let rests = 0
  const transactions = {
    write: tenant.write,
    releaseConnection: async () => {
      if (++rests < 2) return
      await tenant.write((trx) =>
        trx.updateTable('user_account').set({ password_hash: other }).where('id', '=', actor.id).execute(),
      )
    },
  }
  await expect(change({}, false, transactions)).toRefuse('version_conflict')
  expect((await row()).password_hash).toBe(other)
})
