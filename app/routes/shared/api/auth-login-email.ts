import type { Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import { signInOperator, signInUser } from '#app/domain/identity/accounts/sign-in.ts'
import { askForCode, signInByCode } from '#app/domain/identity/second-factor/sign-in.ts'
import { adminAnswer, signedInAnswer } from '#app/server/api/answers/session.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { startOperatorSession } from '#app/server/session/session.ts'
import type { DB } from '#db/types.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('auth/login/email', async ({ input, context }) => {
  const { site, actor } = context
  const { email, password } = input
  const attempt = { email, password, ip: actor.ip, user_agent: actor.user_agent }
  if (site.side === 'main') return operatorIn(context, await signInOperator(context, attempt), input.code)
  if (site.entity.status !== 'active') throw new Refusal('auth.entity_inactive')
  return signedInAnswer(context, await signInUser(context, attempt))
})
/** With a second factor the password alone opens nothing. */
async function operatorIn(context: RequestContext, id: string, code: string | undefined) {
  const { write, services, actor } = context
  const start = (trx: Transaction<DB>) => startOperatorSession(trx, id, actor, 'email')
  const waiting = await write((trx) => askForCode(trx, id, actor))
  if (!waiting) return adminAnswer(context, id, await write(start))
  if (!code) throw new Refusal('auth.code_required', 'code')
  const { ip, user_agent, request_id } = actor
  const given = { token: waiting, code, ip, user_agent, request_id }
  const { session } = await signInByCode(write, services.ring, given, start)
  return adminAnswer(context, id, session)
}

export const loader = call.loader
export const action = call.action
