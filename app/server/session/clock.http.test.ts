import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import { newRecoveryToken } from '#app/domain/identity/passwords/recovery.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type Trx, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, giveCode, phoneOwner } from '#tests/support/people/codes.ts'
import { addOperator, platform } from '#tests/support/people/second-factor.ts'
import { client } from '#tests/support/product/api.ts'
import { type App, app, type Browser, mainHost, newSession } from '#tests/support/product/http.ts'

/**
 * Many web processes serve one database, and the clock of each may be off. What lives for a while lives by the clock of
 * the database alone: a day fast opens nothing that is over and ends nothing that is not. The codes of the second factor
 * and the idle limits have the same test beside their other tests.
 */
const day = 86_400_000
let web: App
let tenant: Tenant

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))
afterEach(() => void vi.useRealTimers())

const password = 'kuih lapis 7 warna'
const twice = { password, password_confirmation: password }
const at = (host: Tenant | string) => web.visitor(host)

/** Whether a way in still opens; it is asked for by somebody at a process whose clock is off. */
type Opens = () => Promise<boolean>
/** Makes a way in that is good now; `over` says that its time has just come, by the clock of the database. */
type Make = (over: boolean) => Promise<Opens>

const justOver = sql<Date>`now() - interval '1 second'`
const leadsTo = (answer: Response, path: RegExp) => path.test(answer.headers.get('location') ?? '')

/** The token of a link by which somebody sets a password. */
function recoveryToken(over: boolean): Promise<string> {
  return tenant.write(async (trx) => {
    const { id } = await user(trx)
    const token = await newRecoveryToken(trx, 'tenant', id)
    if (over)
      await trx
        .updateTable('recovery_token')
        .set({ expires_at: justOver })
        .where('user_id', '=', id)
        .execute()
    return token
  })
}

/** Somebody with a session, whose row is as it would be. */
async function sessionOf(values: object) {
  const { token, row } = newSession()
  await tenant.write(async (trx) => {
    const { id } = await user(trx, { roles: ['clerk'] })
    await trx
      .insertInto('session')
      .values({ ...row, user_id: id, ...values })
      .execute()
  })
  return token
}

async function operatorWith(values: object): Promise<Browser> {
  const { token, row } = newSession()
  const { id } = await addOperator()
  await platform((trx) =>
    trx
      .insertInto('platform.operator_session')
      .values({ ...row, operator_id: id, ...values })
      .execute(),
  )
  const browser = at(mainHost)
  browser.cookies.set('lunas', token)
  return browser
}

const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`

/** The code that was asked for with this number, as the job makes it, or as it is when its time is over. */
async function sentCode(trx: Trx, phone: string, over: boolean): Promise<void> {
  await giveCode(trx, phone)
  if (!over) return
  await trx.updateTable('one_time_code').set({ expires_at: justOver }).where('address', '=', phone).execute()
}

const ways: Record<string, Make> = {
  'a code to the phone': async (over) => {
    const { phone } = await phoneOwner(tenant)
    const browser = at(tenant)
    await browser.post('/login/phone', { phone, channel: 'sms' })
    await tenant.write((trx) => sentCode(trx, phone, over))
    return async () => leadsTo(await browser.post('/login/phone/code', { code: '271828' }), /^\/dashboard$/)
  },
  'a code that proves a contact': async (over) => {
    const { phone } = await phoneOwner(tenant)
    const browser = at(mainHost)
    await browser.post('/login/organisation', { contact: phone, channel: 'sms' })
    await withPlatform(tenant.database.pool, (trx) => sentCode(trx, phone, over))
    return async () =>
      leadsTo(
        await browser.post('/login/organisation/code', { code: '271828' }),
        /^\/login\/organisation\/choose$/,
      )
  },
  'a link to set a password': async (over) => {
    const token = await recoveryToken(over)
    return async () => {
      const browser = at(tenant)
      await browser.get(`/reset?token=${token}`)
      return leadsTo(await browser.post('/reset', twice), /^\/dashboard$/)
    }
  },
  "an operator's link to set a password": async (over) => {
    const { id } = await addOperator()
    const token = await platform(async (trx) => {
      const made = await newRecoveryToken(trx, 'main', id)
      if (over)
        await trx
          .updateTable('platform.recovery_token')
          .set({ expires_at: justOver })
          .where('operator_id', '=', id)
          .execute()
      return made
    })
    return async () => {
      const browser = at(mainHost)
      await browser.get(`/admin/reset?token=${token}`)
      return leadsTo(await browser.post('/admin/reset', twice), /^\/admin\/login$/)
    }
  },
  'an invitation': async (over) => {
    const keys = keysOf(tenant)
    const actor = await tenant.actor('superadmin')
    const token = await tenant.write(async (trx) => {
      const staff_id = await createStaff(trx, actor, keys, newStaff(tenant))
      const { id } = await trx
        .selectFrom('invitation')
        .innerJoin('staff', 'staff.user_id', 'invitation.user_id')
        .select('invitation.id')
        .where('staff.id', '=', staff_id)
        .executeTakeFirstOrThrow()
      const sent = await invitationToSend(trx, keys, id)
      if (over)
        await trx.updateTable('invitation').set({ expires_at: justOver }).where('id', '=', id).execute()
      return sent!.token
    })
    return async () => leadsTo(await at(tenant).post(`/invitation?token=${token}`, twice), /^\/dashboard$/)
  },
  'a session': async (over) => {
    const token = await sessionOf({ expires_at: over ? justOver : sql`now() + interval '1 hour'` })
    return async () => {
      const browser = at(tenant)
      browser.cookies.set('lunas', token)
      return (await browser.get('/profile')).status === 200
    }
  },
  'a token of the API': async (over) => {
    const token = await sessionOf({ expires_at: over ? justOver : sql`now() + interval '1 hour'` })
    return async () => {
      const { status, error } = await client(web, tenant, token).get('profile/view')
      if (over) expect(error.code).toBe('AUTH_TOKEN_EXPIRED')
      return status === 200
    }
  },
  "an operator's session that was not used": async (over) => {
    const browser = await operatorWith({ last_used_at: ago(over ? '721 minutes' : '719 minutes') })
    return async () => (await browser.get('/admin/dashboard')).status === 200
  },
  'the proof that it is still the same person': async (over) => {
    const browser = await operatorWith({ confirmed_at: ago(over ? '11 minutes' : '9 minutes') })
    return async () => (await browser.get('/admin/second-factor')).status === 200
  },
}

describe.each([-1, 1])('at a web process whose clock is %i day off', (off) => {
  test.each(Object.entries(ways))(
    '%s opens while it is good, and when it is over it does not',
    async (_, make) => {
      const [good, over] = [await make(false), await make(true)]
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * day })
      expect([await good(), await over()]).toEqual([true, false])
    },
  )

  test('what begins there lives as long as if it had begun elsewhere', async () => {
    const { phone } = await phoneOwner(tenant)
    const browser = at(tenant)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * day })
    await browser.post('/login/phone', { phone, channel: 'sms' })
    await tenant.write((trx) => giveCode(trx, phone))
    expect(await browser.post('/login/phone/code', { code: '271828' })).toRedirectTo('/dashboard')
    vi.useRealTimers()
    const token_hash = createHash('sha256').update(browser.cookies.get('lunas')!).digest()
    const lives = sql<string>`extract(epoch from expires_at - now())`
    const [code, session] = await tenant.read(async (db) => [
      await db
        .selectFrom('one_time_code')
        .select(lives.as('seconds'))
        .where('address', '=', phone)
        .executeTakeFirstOrThrow(),
      await db
        .selectFrom('session')
        .select(lives.as('seconds'))
        .where('token_hash', '=', token_hash)
        .executeTakeFirstOrThrow(),
    ])
    for (const [row, whole] of [
      [code!, 300],
      [session!, 365 * 86_400],
    ] as const) {
      expect(Number(row.seconds)).toBeLessThanOrEqual(whole)
      expect(Number(row.seconds)).toBeGreaterThan(whole - 60)
    }
  })

  test('pages say of what waits how it stands', async () => {
    const actor = await tenant.actor('superadmin')
    const invite = async (over: boolean) => {
      const id = await tenant.write(async (trx) => {
        const made = await createStaff(trx, actor, keysOf(tenant), newStaff(tenant))
        if (over) await trx.updateTable('invitation').set({ expires_at: justOver }).execute()
        return made
      })
      return `/staff/view/${id}`
    }
    const over = await invite(true)
    const open = await invite(false)
    const admin = await web.signedInAs(tenant, 'superadmin')
    const made = (await admin.post('/category/export/pdf')).headers.get('location')!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * day })
    const said = async (path: string) => (await admin.get(path)).text()
    expect(await said(open)).toContain('its link opens until')
    expect(await said(over)).toContain('no longer opens')
    expect(await said(made)).toContain('is being made')
  })
})
