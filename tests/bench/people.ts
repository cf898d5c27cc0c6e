import { sql } from 'kysely'
import type pg from 'pg'
import type { Role } from '#app/domain/core/access/access.ts'
import { sessionCookieName } from '#app/server/http/cookies.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { startOperatorSession, startUserSession } from '#app/server/session/session.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'

const visitor = { ip: '192.0.2.1', user_agent: 'bench' }

/** An organisation by its subdomain. */
export async function organisation(pool: pg.Pool, subdomain: string) {
  const entity = await withPlatform(pool, (trx) => findEntity(trx, { subdomain }))
  if (!entity) throw new Error(`there is no organisation "${subdomain}"`)
  return entity
}

/** Signs somebody with this role in and gives the cookie; undefined when the organisation has nobody with it. */
export async function signInAs(pool: pg.Pool, subdomain: string, role: Role): Promise<string | undefined> {
  const { place } = await organisation(pool, subdomain)
  return withTenant(pool, place, async (trx) => {
    const account = await trx
      .selectFrom('user_account')
      .select('id')
      .where(sql<boolean>`roles = ${[role]}::text[]`)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
    return account && `${sessionCookieName}=${await startUserSession(trx, account.id, visitor, 'email')}`
  })
}

/** Signs the first owner among the operators in and gives the cookie. */
export async function signInOperator(pool: pg.Pool): Promise<string> {
  return withPlatform(pool, async (trx) => {
    const { id } = await trx
      .selectFrom('platform.operator')
      .select('id')
      .where('role', '=', 'owner')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return `${sessionCookieName}=${await startOperatorSession(trx, id, visitor, 'email')}`
  })
}

/** Codes of pages that people reach from a message: an invoice to pay, one that is paid, and a payment. */
export async function publicCodes(pool: pg.Pool, subdomain: string) {
  const { place } = await organisation(pool, subdomain)
  return withTenant(pool, place, async (trx) => {
    const codeOf = async (table: 'invoice' | 'payment', status: string) => {
      const query = trx.selectFrom(table).select('public_code').where('status', '=', status)
      return (await query.orderBy('id', 'desc').executeTakeFirstOrThrow()).public_code
    }
    return {
      unpaid: await codeOf('invoice', 'unpaid'),
      paid: await codeOf('invoice', 'paid'),
      payment: await codeOf('payment', 'paid'),
    }
  })
}
