import { sql } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { codeMac } from '#app/domain/identity/codes/one-time-code.ts'
import { requestSignInCode, signInByPhone } from '#app/domain/identity/codes/phone-sign-in.ts'
import { environment } from '#app/environment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type Trx, user } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'

let numbers = 0
/** A mobile number that nobody else of this file has, and that the sandbox of messages serves as any other. */
export const newPhone = () => `+6019${String(10_000 + ++numbers)}50`

/** Somebody with a number of their own. */
export function phoneOwner(tenant: Tenant, given: Parameters<typeof user>[1] = {}) {
  const phone = newPhone()
  return tenant.write(async (trx) => ({
    ...(await user(trx, { phone, ...given })),
    phone: given.phone ?? phone,
  }))
}

const ring = keyringOf(environment.appKey)
const guest = { ...systemActor, type: 'guest' as const, ip: '192.0.2.1' }

/** Where a request of these tests comes from, and to which organisation; the first one's guest unless told. */
export interface From {
  at?: Tenant
  ip?: string
}

/** Asks for a code to sign in with; gives what the browser keeps until it has come. */
export const askForCode = async (at: Tenant, phone: string, ip = guest.ip) =>
  (await requestSignInCode(at.write, { phone, channel: 'sms', locale: 'en', ip })).pending

/** Signs in with a code; gives the id of the person. */
export const comeByCode = (at: Tenant, pending: string | undefined, code: string, ip = guest.ip) =>
  signInByPhone(at.write, ring, { ...guest, ip }, { pending, code })

/** Does for the newest code of an address what the job does that sends it, without the message. */
export async function giveCode(trx: Trx, address: string, code = '271828'): Promise<void> {
  const { id } = await trx
    .selectFrom('one_time_code')
    .select('id')
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const code_mac = codeMac(ring, id, code)
  await trx.updateTable('one_time_code').set({ code_mac }).where('id', '=', id).execute()
}

/** Lets everybody begin anew. */
export function forgetCounts(tenant: Tenant): Promise<unknown> {
  return withPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute())
}

/** Lets so many seconds go by for all counters, as the database sees them. */
export function letPass(tenant: Tenant, seconds: number): Promise<unknown> {
  return withPlatform(tenant.database.pool, (trx) =>
    trx
      .updateTable('platform.rate_limit')
      .set({ expire: sql`expire - ${seconds * 1_000}` })
      .execute(),
  )
}
