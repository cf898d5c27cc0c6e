import { type HeadersFunction, redirect } from '@remix-run/node'
import type { Kysely } from 'kysely'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { publicCode } from '#app/domain/payments/payments/payment.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

/** Of one network in ten minutes. */
const wrongCodes = { points: 30, seconds: 600 }

/** Anything that cannot be a code is not found. */
export function codeOf(params: { code?: string | undefined }, missing: RefusalCode): string {
  const code = publicCode.safeParse(params.code)
  if (!code.success) throw new Refusal(missing)
  return code.data
}

/**
 * On the main host a code leads to the organisation that it belongs to. Codes are too long to be guessed (130 bits: a
 * million tries a second find one in 10^25 years), so a right one is shown whatever else was tried from its network; who
 * tries many wrong ones is refused.
 */
export async function byPublicCode<R>(
  context: RequestContext,
  { code, path, missing }: { code: string; path: string; missing: RefusalCode },
  find: (db: Kysely<DB>) => Promise<R | undefined>,
): Promise<R> {
  const db = await context.read()
  const tenant = context.site.side === 'tenant'
  const found = await (tenant ? find(db) : ownerOf(db, code))
  if (found === undefined) {
    const key = visitorKey('public_code.wrong', context.actor.ip)
    refuseFlood(await context.write((trx) => countUse(trx, key, wrongCodes)))
    throw new Refusal(missing)
  }
  if (tenant) return found as R
  const entity = await context.entityById(found as string)
  if (!entity) throw new Refusal(missing)
  throw redirect(context.services.sites.ofEntity(entity).origin + path)
}

async function ownerOf(db: Kysely<DB>, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('platform.public_code')
    .select('entity_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.entity_id
}

/** On the main host there is no organisation to pay. */
export function tenantOnly(context: RequestContext): void {
  if (context.site.side !== 'tenant') throw new Refusal('not_found.page')
}

/** For a page that only its code leads to: what its loader says, and that no search engine may keep it. */
export const unlisted: HeadersFunction = ({ loaderHeaders }) => {
  const headers = new Headers(loaderHeaders)
  headers.set('x-robots-tag', 'noindex')
  return headers
}
