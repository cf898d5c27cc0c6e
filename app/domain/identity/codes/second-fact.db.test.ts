import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import { confirmParent } from '#app/domain/people/parents/change-parent.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  askForCode,
  comeByCode,
  forgetCounts,
  giveCode,
  letPass,
  phoneOwner,
} from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { signInByFact, signInByFactCode } from './phone-sign-in.ts'
import { owesFact, proofMonths, requestFactCode } from './second-fact.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const guest = { ...systemActor, type: 'guest' as const, ip: '192.0.2.1' }

/** A parent whose phone was proven so many months ago. */
async function family(months: number) {
  const owner = await phoneOwner(tenant, { roles: ['parent'] })
  return tenant.write(async (trx) => {
    await trx
      .updateTable('user_account')
      .set({ phone_proven_at: sql<Date>`now() - make_interval(months => ${months}, days => 1)` })
      .where('id', '=', owner.id)
      .execute()
    const row = await trx
      .updateTable('parent')
      .set({ phone: owner.phone })
      .where('user_id', '=', owner.id)
      .returning(['id', 'family_code', 'version'])
      .executeTakeFirstOrThrow()
    return { ...owner, parent: row }
  })
}
async function giveRightCode(phone: string) {
  const pending = await askForCode(tenant, phone)
  await tenant.write((trx) => giveCode(trx, phone))
  return { pending, answer: comeByCode(tenant, pending, '271828') }
}
const fact = (pending: string, family_code: string) =>
  signInByFact(tenant.write, guest, { pending, family_code })
const provenAt = async (id: string) => {
  const row = await tenant.read((db) =>
    db.selectFrom('user_account').select('phone_proven_at').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return row.phone_proven_at!.getTime()
}

describe('a number that was proven long ago', () => {
  test('needs the family code, too, and counts as proven from then on', async () => {
    const { id, phone, parent } = await family(proofMonths)
    const { pending, answer } = await giveRightCode(phone)
    await expect(answer).toRefuse('auth.fact_required')
    await expect(fact(pending, 'AAAAAAAA')).toRefuse('auth.fact_invalid', 'family_code')
    expect(await fact(pending, parent.family_code)).toBe(id)
    expect(Date.now() - (await provenAt(id))).toBeLessThan(3_600_000)
    await letPass(tenant, 61)
    expect(await (await giveRightCode(phone)).answer).toBe(id)
  })

  test('does not open to who has the family code without the right code', async () => {
    const { phone, parent } = await family(proofMonths)
    const pending = await askForCode(tenant, phone)
    await expect(fact(pending, parent.family_code)).toRefuse('auth.otp_over', 'family_code')
    await expect(fact('x'.repeat(43), parent.family_code)).toRefuse('auth.otp_over', 'family_code')
  })

  test('gives five tries a day, whichever codes they follow; each use of a code is one sign-in', async () => {
    const { phone, parent } = await family(proofMonths)
    const { pending, answer } = await giveRightCode(phone)
    await answer.catch(() => undefined)
    for (let n = 0; n < 5; n++) await expect(fact(pending, 'AAAAAAAA')).toRefuse('auth.fact_invalid')
    await expect(fact(pending, parent.family_code)).toRefuse('auth.fact_over', 'family_code')
    await letPass(tenant, 86_400)
    expect(await fact(pending, parent.family_code)).toBeTruthy()
    await expect(fact(pending, parent.family_code)).toRefuse('auth.otp_over', 'family_code')
  })

  test('takes the family code for a quarter of an hour, and not of an account that was closed meanwhile', async () => {
    const { id, phone, parent } = await family(proofMonths)
    const { pending, answer } = await giveRightCode(phone)
    await answer.catch(() => undefined)
    const change = (minutes: number, status: string) =>
      tenant.write(async (trx) => {
        const owes_fact_at = sql<Date>`now() - make_interval(mins => ${minutes})`
        await trx.updateTable('one_time_code').set({ owes_fact_at }).where('user_id', '=', id).execute()
        await trx.updateTable('user_account').set({ status }).where('id', '=', id).execute()
      })
    for (const [minutes, status] of [
      [16, 'active'],
      [1, 'inactive'],
    ] as const) {
      await change(minutes, status)
      await expect(fact(pending, parent.family_code)).toRefuse('auth.otp_over', 'family_code')
    }
    await change(14, 'active')
    expect(await fact(pending, parent.family_code)).toBe(id)
  })

  test('is proven again by the office', async () => {
    const { id, phone, parent } = await family(proofMonths)
    const clerk = await tenant.actor('clerk')
    await tenant.write((trx) => confirmParent(trx, clerk, everywhere, parent))
    expect(await (await giveRightCode(phone)).answer).toBe(id)
  })
})

test('a number that was proven within the year needs its code only', async () => {
  const { id, phone } = await family(proofMonths - 1)
  expect(await (await giveRightCode(phone)).answer).toBe(id)
})

describe('somebody who has no family code, such as staff', () => {
  const ring = keyringOf(environment.appKey)
  const byMail = (pending: string, code = '271828') =>
    signInByFactCode(tenant.write, ring, guest, { pending, code })
  const send = (pending: string) => requestFactCode(tenant.write, { pending, locale: 'en', ip: guest.ip })

  /** An assistant whose phone was proven long ago, with or without an address that counts. */
  async function assistant(given: { email: string | null; email_proven_at?: Date | null }) {
    const owner = await phoneOwner(tenant, { roles: ['class-assistant'], ...given })
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({
          phone_proven_at: sql<Date>`now() - make_interval(months => ${proofMonths}, days => 1)`,
          email_proven_at: given.email_proven_at === undefined ? sql<Date>`now()` : given.email_proven_at,
        })
        .where('id', '=', owner.id)
        .execute(),
    )
    const { pending, answer } = await giveRightCode(owner.phone)
    await expect(answer).toRefuse('auth.fact_required')
    return { ...owner, pending }
  }
  const codesTo = (address: string) =>
    tenant.read((db) => db.selectFrom('one_time_code').select('id').where('address', '=', address).execute())

  test('signs in by a code to the e-mail address, once, which renews the number', async () => {
    const email = 'cikgu-hana@school.test'
    const { id, pending } = await assistant({ email })
    expect(await tenant.read((db) => owesFact(db, pending))).toEqual({ family: false, mail: true })
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email))
    await expect(byMail(pending, '314159')).toRefuse('auth.otp_invalid', 'code')
    expect(await byMail(pending)).toBe(id)
    expect(Date.now() - (await provenAt(id))).toBeLessThan(3_600_000)
    await expect(byMail(pending)).toRefuse('auth.otp_over', 'code')
  })

  test('gets no code at an address that is not proven, nor before the right code by phone', async () => {
    const email = 'belum-terbukti@school.test'
    const { pending } = await assistant({ email, email_proven_at: null })
    expect(await tenant.read((db) => owesFact(db, pending))).toEqual({ family: false, mail: false })
    await expect(send(pending)).toRefuse('auth.otp_over')
    const other = 'tanpa-kod@school.test'
    const { phone } = await phoneOwner(tenant, { email: other })
    await expect(send(await askForCode(tenant, phone))).toRefuse('auth.otp_over')
    expect([...(await codesTo(email)), ...(await codesTo(other))]).toEqual([])
  })

  test('does not sign in by a code to an address that is not the account’s any more', async () => {
    const email = 'cikgu-lama@school.test'
    const { id, pending } = await assistant({ email })
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email))
    const address = (now: string) =>
      tenant.write((trx) =>
        trx.updateTable('user_account').set({ email: now }).where('id', '=', id).execute(),
      )
    await address('cikgu-baharu@school.test')
    await expect(byMail(pending)).toRefuse('auth.otp_over', 'code')
  })

  test('does not sign in by the code of another browser', async () => {
    const email = 'cikgu-dua@school.test'
    const one = await assistant({ email })
    const two = await assistant({ email: 'cikgu-tiga@school.test' })
    await send(one.pending)
    await tenant.write((trx) => giveCode(trx, email))
    await expect(byMail(two.pending)).toRefuse('auth.otp_over', 'code')
  })

  test('is sent nothing that opens the account once its address is another one', async () => {
    const email = 'cikgu-lima@school.test'
    const { id, pending } = await assistant({ email })
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email))
    await tenant.write((trx) =>
      trx.updateTable('user_account').set({ email: 'cikgu-lain@school.test' }).where('id', '=', id).execute(),
    )
    await expect(byMail(pending)).toRefuse('auth.otp_over', 'code')
  })

  test('guesses five times, at one moment or one after the other, and is not let in while switched off', async () => {
    const email = 'cikgu-enam@school.test'
    const { id, pending } = await assistant({ email })
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email))
    const guesses = Array.from({ length: 9 }, (_, n) => byMail(pending, `10000${n}`).catch(() => 'refused'))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['refused']))
    await expect(byMail(pending)).toRefuse('auth.otp_over', 'code')
    await letPass(tenant, 61)
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email))
    const set = (status: string) =>
      tenant.write((trx) => trx.updateTable('user_account').set({ status }).where('id', '=', id).execute())
    await set('inactive')
    await expect(byMail(pending)).toRefuse('auth.otp_over', 'code')
    await set('active')
    expect(await byMail(pending)).toBe(id)
  })

  test('may ask for another code after a minute, which replaces the first', async () => {
    const email = 'cikgu-empat@school.test'
    const { id, pending } = await assistant({ email })
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email, '111111'))
    await expect(send(pending)).toRefuse('auth.code_wait')
    await letPass(tenant, 61)
    await send(pending)
    await tenant.write((trx) => giveCode(trx, email, '222222'))
    await expect(byMail(pending, '111111')).toRefuse('auth.otp_invalid')
    expect(await byMail(pending, '222222')).toBe(id)
  })
})
