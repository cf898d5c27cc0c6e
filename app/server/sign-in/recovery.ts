import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Refusal, type RefusalCode, statusOf } from '#app/domain/core/refusal.ts'
import { hashNewPassword } from '#app/domain/identity/passwords/passwords.ts'
import {
  forgotForm,
  type Recovery,
  recordReset,
  recoveryOf,
  requestRecovery,
  resetForm,
  spendRecovery,
} from '#app/domain/identity/passwords/recovery.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { recoveryCookie, sessionCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { endOperatorSessions, endUserSessions } from '#app/server/session/session.ts'
import { beginUserSession, refuseInactive } from './signed-in.ts'

const pages = {
  tenant: { forgot: paths.forgot, reset: paths.reset },
  main: { forgot: paths.admin.forgot, reset: paths.admin.reset },
} as const

export function forgotLoader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') }
}

/** The answer is the same whether or not anybody has the address. */
export function forgotAction(args: ActionFunctionArgs) {
  const { context } = args
  const { side } = context.site
  return answerForm(args, forgotForm, async ({ email }) => {
    refuseInactive(context)
    await requestRecovery(context.write, side, { email, ip: context.actor.ip })
    return redirect(`${pages[side].forgot()}?sent`)
  })
}

/**
 * The token goes from the address into a cookie at once, so that it stands in no history, no link of the page and no
 * bookmark; looking does not use it up.
 */
export async function resetLoader({ request, context }: LoaderFunctionArgs) {
  const { side } = context.site
  const given = new URL(request.url).searchParams.get('token')
  if (given !== null) {
    const cookie = /^[\w-]{43}$/.test(given) ? await recoveryCookie.set(given) : await recoveryCookie.end()
    throw redirect(pages[side].reset(), { headers: { 'set-cookie': cookie } })
  }
  const recovery = await recoveryOf(await context.read(), side, await recoveryCookie.of(request))
  if ('refusal' in recovery) return refused(recovery.refusal)
  return data({ refusal: null, email: recovery.email }, { status: 200 })
}

function refused(refusal: RefusalCode) {
  return data({ refusal, email: '' }, { status: statusOf(refusal) })
}

/**
 * Ends every session of the person, and begins a new one. An operator goes to sign in instead: who holds the mailbox
 * does not hold the second factor.
 */
export function resetAction(args: ActionFunctionArgs) {
  const { context, request } = args
  return answerForm(
    args,
    resetForm,
    async ({ password }) => {
      const session = await resetByToken(context, await recoveryCookie.of(request), password)
      const spent = await recoveryCookie.end()
      if (!session) {
        const answer = await redirectWith(paths.admin.login(), 'password_reset')
        answer.headers.append('set-cookie', spent)
        return answer
      }
      const headers = new Headers({ 'set-cookie': sessionCookie(session) })
      headers.append('set-cookie', spent)
      return redirect(paths.dashboard(), { headers })
    },
    { secrets: ['password', 'password_confirmation'] },
  )
}

/**
 * Returns the token of the new session, undefined for an operator. Refuses what {@link recoveryOf} and {@link
 * resetPassword} do, and a password that is easy to guess.
 */
export async function resetByToken(
  context: RequestContext,
  token: string | undefined,
  password: string,
): Promise<string | undefined> {
  refuseInactive(context)
  const recovery = await recoveryOf(await context.read(), context.site.side, token)
  if ('refusal' in recovery) throw new Refusal(recovery.refusal)
  await context.releaseConnection()
  const password_hash = await hashNewPassword(password, known(context, recovery))
  return resetPassword(context, token!, password_hash)
}

/** Refuses auth.reset_failed, and changes nothing, when the token was spent or the account switched off just now. */
function resetPassword(
  context: Pick<RequestContext, 'write' | 'site' | 'actor' | 'presentedToken' | 'language' | 'cookies'>,
  token: string,
  password_hash: string,
): Promise<string | undefined> {
  const { write, actor } = context
  const { side } = context.site
  return write(async (trx) => {
    const person = await spendRecovery(trx, side, token, password_hash)
    if (!person) throw new Refusal('auth.reset_failed')
    await recordReset(trx, side, actor, person)
    if (side === 'main') {
      await endOperatorSessions(trx, person.person_id)
      return undefined
    }
    await endUserSessions(trx, person.person_id)
    return beginUserSession(trx, context, person.person_id, 'reset')
  })
}

/** What guessers know of the person. */
function known({ site }: RequestContext, { name, email }: Recovery): string[] {
  return [name, email, ...(site.side === 'tenant' ? [site.entity.name, site.entity.subdomain] : ['Lunas'])]
}
