import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { editParent } from '#app/domain/people/parents/change-parent.ts'
import { keysIn, newParent } from '#app/domain/people/parents/test-support.ts'
import { changePerson } from '#app/domain/people/staff/person.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { next, parent, provenParent, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  askForCode,
  comeByCode,
  forgetCounts,
  giveCode,
  letPass,
  newPhone,
} from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { codesPerPerson } from '#app/domain/identity/codes/one-time-code.ts'
import { newRecoveryToken, recoveryOf } from '#app/domain/identity/passwords/recovery.ts'
import { claimContact, claimsPerPerson, countClaims, proveClaim, requestContactCode } from './claims.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const ring = keyringOf(environment.appKey)
const self = (id: string) => ({ ...systemActor, type: 'user' as const, id, name: 'Puan', ip: '192.0.2.9' })
const address = () => `hubungan-${next()}@family.test`

/** Signs an account in on two devices; returns the ids of the sessions. */
async function signedInTwice(user_id: string): Promise<[string, string]> {
  const ids: [string, string] = [newId(), newId()]
  await tenant.write((trx) =>
    trx
      .insertInto('session')
      .values(
        ids.map((id) => ({
          ...{ id, user_id, token_hash: Buffer.from(id.replaceAll('-', '')), method: 'email' },
          expires_at: sql<Date>`now() + interval '1 day'`,
        })),
      )
      .execute(),
  )
  return ids
}
const sessionsOf = async (user_id: string) =>
  (
    await tenant.read((db) => db.selectFrom('session').select('id').where('user_id', '=', user_id).execute())
  ).map(({ id }) => id)

async function proves(id: string, kind: 'phone' | 'email', value: string, session_id: string) {
  await tenant.write((trx) => claimContact(trx, id, kind, value))
  const { pending } = await requestContactCode(tenant.write, {
    ...{ user_id: id, session_id, kind, channel: 'sms', locale: 'en', ip: '192.0.2.9' },
  })
  await tenant.write((trx) => giveCode(trx, value))
  await proveClaim(tenant.write, ring, self(id), { session_id, pending, code: '271828' })
}

describe('a person proves a new contact', () => {
  test.each(['phone', 'email'] as const)('%s: all other sessions end, this one goes on', async (kind) => {
    const { id } = await tenant.write((trx) =>
      user(trx, { roles: ['parent'], phone: newPhone(), email: address() }),
    )
    const [here] = await signedInTwice(id)
    await proves(id, kind, kind === 'phone' ? newPhone() : address(), here)
    expect(await sessionsOf(id)).toEqual([here])
  })

  test('a recovery link to the former address and a sign-in code to the former phone are worth nothing', async () => {
    const [phone, email] = [newPhone(), address()]
    const { id } = await tenant.write((trx) => user(trx, { roles: ['parent'], phone, email }))
    const [here] = await signedInTwice(id)
    const token = await tenant.write((trx) => newRecoveryToken(trx, 'tenant', id))
    const pending = await askForCode(tenant, phone)
    await tenant.write((trx) => giveCode(trx, phone))
    await proves(id, 'email', address(), here)
    await letPass(tenant, 61)
    await proves(id, 'phone', newPhone(), here)
    expect(await tenant.read((db) => recoveryOf(db, 'tenant', token))).toEqual({
      refusal: 'auth.recovery_renew',
    })
    await expect(comeByCode(tenant, pending, '271828')).toRefuse('auth.otp_invalid')
  })
})

describe('the office changes the contact', () => {
  test('of a colleague: sessions end, both former contacts are told', async () => {
    const [phone, email] = [newPhone(), address()]
    const { id, user_id } = await colleague(phone, email)
    await signedInTwice(user_id)
    const admin = await tenant.actor('admin')
    const changed = { name: 'Puan Rohani', phone: newPhone(), email: address() }
    await tenant.write((trx) => changePerson(trx, admin, { id, user_id }, changed))
    expect(await sessionsOf(user_id)).toEqual([])
    await expect(tenant).toHaveEnqueued('account.text', { user_id, phone })
    await expect(tenant).toHaveEnqueued('account.notify', { user_id, what: 'contact_office', address: email })
  })

  test('of a colleague without a change of contacts: nobody is signed out', async () => {
    const [phone, email] = [newPhone(), address()]
    const { id, user_id } = await colleague(phone, email)
    await signedInTwice(user_id)
    const admin = await tenant.actor('admin')
    await tenant.write((trx) =>
      changePerson(trx, admin, { id, user_id }, { name: 'Nama Baru', phone, email }),
    )
    expect(await sessionsOf(user_id)).toHaveLength(2)
  })

  test('of an invited parent: the invitation goes to the new address, the former one is told', async () => {
    const email = address()
    const { id, user_id, input } = await parentRow({ email, account: 'invited' })
    const moved = address()
    await edit(id, { ...input, email: moved })
    await expect(tenant).toHaveEnqueued('account.notify', { user_id, what: 'contact_office', address: email })
    await expect(tenant).toHaveEnqueued('invitation.send', { invitation_id: expect.any(String) })
  })

  test('of a parent without an account: the former address is told', async () => {
    const email = address()
    const { id, input } = await parentRow({ email })
    await edit(id, { ...input, email: address() })
    await expect(tenant).toHaveEnqueued('account.notify', {
      ...{ user_id: null, parent_id: id, what: 'contact_office', address: email },
    })
  })

  const colleague = (phone: string, email: string) =>
    tenant.write(async (trx) => {
      const account = await user(trx, { roles: ['clerk'], phone, email })
      return trx
        .selectFrom('staff')
        .select(['id', 'user_id'])
        .where('user_id', '=', account.id)
        .executeTakeFirstOrThrow()
    })
  async function parentRow({ email, account }: { email: string; account?: 'invited' }) {
    const input = newParent({ phone: newPhone(), email, is_another: true })
    const { name, phone } = input
    return tenant.write(async (trx) => {
      if (!account) {
        const { id } = await parent(trx, { name, phone, email, ...provenParent() })
        return { id, user_id: null, input }
      }
      const given = { name, phone, email, status: account, password_hash: null }
      const { id: user_id } = await user(trx, { roles: ['parent'], ...given })
      const own = trx.selectFrom('parent').select('id').where('user_id', '=', user_id)
      return { ...(await own.executeTakeFirstOrThrow()), user_id, input }
    })
  }
  const edit = async (id: string, input: ReturnType<typeof newParent>) => {
    const clerk = await tenant.actor('clerk')
    const { version } = await tenant.read((db) =>
      db.selectFrom('parent').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    await tenant.write((trx) => editParent(trx, clerk, everywhere, keysIn(tenant), { id, version }, input))
  }
})

describe('how often a person may ask', () => {
  test('codes to whatever contact they claim: bounded in an hour, and the refusal says when it goes on', async () => {
    const { id } = await tenant.write((trx) => user(trx, { roles: ['parent'], email: address() }))
    const ask = async () => {
      await tenant.write((trx) => claimContact(trx, id, 'phone', newPhone()))
      return requestContactCode(tenant.write, {
        ...{ user_id: id, session_id: newId(), kind: 'phone', channel: 'sms', locale: 'en', ip: '192.0.2.9' },
      })
    }
    for (let n = 0; n < codesPerPerson[0].points; n++) await ask()
    await expect(ask()).toRefuse('auth.codes_over')
    const refusal = await ask().catch((error) => error)
    expect(refusal.values.minutes).toBeGreaterThan(30)
    expect(refusal.values.minutes).toBeLessThanOrEqual(60)
  })

  test('new contacts on the profile are bounded, and saving anything else is not', async () => {
    const [phone, email] = [newPhone(), address()]
    const { id } = await tenant.write((trx) => user(trx, { roles: ['parent'], phone, email }))
    const typed = (given: string) => countClaims(tenant.write, id, { phone: given, email })
    for (let n = 0; n < claimsPerPerson[0].points; n++) await typed(newPhone())
    await expect(typed(newPhone())).toRefuse('profile.claims_over')
    await expect(typed(phone.replace('+60', '0'))).resolves.toBeUndefined()
  })
})
