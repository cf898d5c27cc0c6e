import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Role } from '#app/domain/core/access/access.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { camelKeys } from '#app/server/api/camel.ts'
import type { admin, signedIn, signedInEither } from '#app/server/api/schemas/account.ts'
import type { user } from '#app/server/api/schemas/parts.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { startUserSession, userSession } from '#app/server/session/session.ts'
import type { DB } from '#db/types.ts'
import { entityAnswer } from './entity.ts'

type UserAnswer = z.input<typeof user>

export async function signedInAnswer(
  context: RequestContext,
  user_id: string,
): Promise<z.input<typeof signedIn>> {
  const { actor, services } = context
  const { id } = tenantOf(context)
  return context.write(async (trx) => {
    const token = await startUserSession(trx, user_id, actor, 'api')
    const user = await userAnswer(trx, user_id)
    return { token, user, entity: await entityAnswer(trx, services.ring, id, user.roles) }
  })
}

export async function signedInAgain(
  context: RequestContext,
  token: string,
): Promise<z.input<typeof signedIn>> {
  const db = await context.read()
  const session = await userSession(db, token)
  if (session.kind !== 'user') throw new Refusal('auth.reset_failed')
  const user = await userAnswer(db, session.user_id)
  return {
    token,
    user,
    entity: await entityAnswer(db, context.services.ring, tenantOf(context).id, user.roles),
  }
}

export async function adminAnswer(
  context: RequestContext,
  id: string,
  token: string,
): Promise<z.input<typeof signedInEither>> {
  const db = await context.read()
  const row = await db
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'role', 'locale'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { token, admin: row as z.input<typeof admin> }
}

async function userAnswer(db: Kysely<DB>, user_id: string): Promise<UserAnswer> {
  const row = await db
    .selectFrom('user_account')
    .select(['id', 'name', 'email', 'phone', 'avatar_file as avatar', 'roles', 'locale', 'last_login_at'])
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.user')
  return { ...camelKeys(row), roles: row.roles as Role[], locale: row.locale as UserAnswer['locale'] }
}
