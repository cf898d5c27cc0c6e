import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { acceptInvitation, invitationToSend, invite } from '#app/domain/identity/passwords/invitation.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { type Given, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, giveCode, letPass, newPhone } from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import {
  cancelClaim,
  claimContact,
  pendingContactCode,
  proveClaim,
  requestContactCode,
  waitingContacts,
} from './claims.ts'
import type { ContactKind } from './proven.ts'

const ring = keyringOf(environment.appKey)
const session_id = newId()
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const parentOf = (given: Given<'user_account'> = {}) =>
  tenant.write((trx) => user(trx, { roles: ['parent'], ...given }))
const self = (id: string) => ({ ...systemActor, type: 'user' as const, id, name: 'Puan', ip: '192.0.2.9' })
const claim = (id: string, kind: ContactKind, value: string) =>
  tenant.write((trx) => claimContact(trx, id, kind, value))
const waiting = (id: string) => tenant.read((db) => waitingContacts(db, id))
const ask = (id: string, kind: ContactKind, session = session_id) =>
  requestContactCode(tenant.write, {
    ...{ user_id: id, session_id: session, kind, channel: 'sms' },
    ...{ locale: 'en', ip: '192.0.2.9' },
  })
const prove = (id: string, pending: string, code = '271828', session = session_id) =>
  proveClaim(tenant.write, ring, self(id), { session_id: session, pending, code })
async function proven(id: string, kind: ContactKind, value: string) {
  const { pending } = await ask(id, kind)
  await tenant.write((trx) => giveCode(trx, value))
  return prove(id, pending)
}
const accountOf = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const rowOf = (user_id: string) =>
  tenant.read((db) => db.selectFrom('parent').selectAll().where('user_id', '=', user_id).executeTakeFirst())

describe('a new phone', () => {
  test('counts with its code, in the account and the parent’s row, and the former one is told', async () => {
    const [before, phone] = [newPhone(), newPhone()]
    const { id } = await parentOf({ phone: before, email: 'puan-lama@family.test' })
    await claim(id, 'phone', phone)
    expect(await accountOf(id)).toMatchObject({ phone: before })
    expect(await proven(id, 'phone', phone)).toEqual({ kind: 'phone', value: phone })
    expect(await accountOf(id)).toMatchObject({ phone, phone_proven_at: expect.any(Date) })
    expect(await rowOf(id)).toMatchObject({ phone, phone_proven_at: expect.any(Date) })
    expect(await waiting(id)).toEqual([])
    await expect(tenant).toHaveEnqueued('account.text', { user_id: id, phone: before })
    await expect(tenant).toHaveEnqueued('account.notify', {
      ...{ user_id: id, what: 'contact', address: 'puan-lama@family.test' },
    })
  })

  test('a wrong code, an old one, another session and another person change nothing', async () => {
    const [phone, before] = [newPhone(), newPhone()]
    const [{ id }, other] = [await parentOf({ phone: before }), await parentOf()]
    await claim(id, 'phone', phone)
    const { pending } = await ask(id, 'phone')
    await tenant.write((trx) => giveCode(trx, phone))
    await expect(prove(id, pending, '111111')).toRefuse('auth.otp_invalid', 'code')
    await expect(prove(id, pending, '271828', newId())).toRefuse('auth.otp_over', 'code')
    await expect(prove(other.id, pending)).toRefuse('profile.nothing_waits')
    await expect(prove(id, pending)).toRefuse('auth.otp_over', 'code')
    const again = await ask(id, 'phone').catch(() => undefined)
    expect(again).toBeUndefined()
    expect(await accountOf(id)).toMatchObject({ phone: before })
  })

  test('a code is over after its time, and another one can be asked for', async () => {
    const phone = newPhone()
    const { id } = await parentOf()
    await claim(id, 'phone', phone)
    const { pending } = await ask(id, 'phone')
    await tenant.write((trx) => giveCode(trx, phone))
    await expect(ask(id, 'phone')).toRefuse('auth.code_wait')
    await letPass(tenant, 301)
    await tenant.write((trx) =>
      trx
        .updateTable('one_time_code')
        .set({ expires_at: new Date(0) })
        .where('address', '=', phone)
        .execute(),
    )
    await expect(prove(id, pending)).toRefuse('auth.otp_over', 'code')
    await proven(id, 'phone', phone)
    expect((await accountOf(id)).phone).toBe(phone)
  })

  test('a change of mind leaves everything as it was, and the code is worth nothing', async () => {
    const [before, phone] = [newPhone(), newPhone()]
    const { id } = await parentOf({ phone: before })
    await claim(id, 'phone', phone)
    const { pending } = await ask(id, 'phone')
    await tenant.write((trx) => giveCode(trx, phone))
    await tenant.write((trx) => cancelClaim(trx, self(id), 'phone'))
    expect(await waiting(id)).toEqual([])
    await expect(prove(id, pending)).toRefuse('profile.nothing_waits')
    await expect(ask(id, 'phone')).toRefuse('profile.nothing_waits')
    expect(await accountOf(id)).toMatchObject({ phone: before })
  })
})

describe('two people with one contact', () => {
  test('who proves it gets it; the other’s claim is taken away, and they are told', async () => {
    const phone = newPhone()
    const [first, second] = [await parentOf({ email: 'cuba@family.test' }), await parentOf()]
    await claim(first.id, 'phone', phone)
    await claim(second.id, 'phone', phone)
    const late = await ask(first.id, 'phone')
    await letPass(tenant, 61)
    await proven(second.id, 'phone', phone)
    expect((await accountOf(second.id)).phone).toBe(phone)
    expect(await waiting(first.id)).toEqual([{ kind: 'phone', value: phone, taken: true }])
    await expect(tenant).toHaveEnqueued('account.notify', {
      ...{ user_id: first.id, what: 'claim_taken', address: 'cuba@family.test' },
    })
    await expect(ask(first.id, 'phone')).toRefuse('profile.nothing_waits')
    await expect(prove(first.id, late.pending)).rejects.toThrow()
    await expect(claim(first.id, 'phone', phone)).toRefuse('duplicate.user_phone', 'phone')
  })

  test('asking for a code of a number that another one claims does not void theirs', async () => {
    const phone = newPhone()
    const [owner, stranger] = [await parentOf(), await parentOf()]
    await claim(owner.id, 'phone', phone)
    await claim(stranger.id, 'phone', phone)
    const mine = await ask(owner.id, 'phone')
    await letPass(tenant, 61)
    await ask(stranger.id, 'phone')
    expect(await tenant.read((db) => pendingContactCode(db, session_id, mine.pending))).toMatchObject({
      alive: true,
    })
  })

  test('the database keeps two accounts from the same proven contact', async () => {
    const phone = newPhone()
    await parentOf({ phone })
    await expect(parentOf({ phone })).rejects.toMatchObject({ constraint: 'user_account_phone_key' })
    await expect(parentOf({ phone, phone_proven_at: null })).resolves.toBeDefined()
    await parentOf({ email: 'sama@family.test' })
    await expect(parentOf({ email: 'SAMA@family.test' })).rejects.toMatchObject({
      constraint: 'user_account_email_key',
    })
  })

  test('an invitation proves its mailbox, and closes an account that only claimed it', async () => {
    const email = 'benar@family.test'
    const claimant = await parentOf({ email, email_proven_at: null, status: 'invited' })
    const invited = await parentOf({ email, email_proven_at: null, status: 'invited' })
    const keys = { ring, place: tenant.place.schema }
    const token = await tenant.write(async (trx) => {
      const id = await invite(trx, self(invited.id), keys, invited.id)
      return (await invitationToSend(trx, keys, id))!.token
    })
    await tenant.write((trx) => acceptInvitation(trx, systemActor, token, 'a hash'))
    expect(await accountOf(invited.id)).toMatchObject({ email, email_proven_at: expect.any(Date) })
    expect(await accountOf(claimant.id)).toMatchObject({ deleted_at: expect.any(Date) })
    expect(await rowOf(claimant.id)).toBeUndefined()
  })
})
