import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { confirmForm } from '#app/domain/accounts/forms.ts'
import { hasPassword, type Person, proveByPassword } from '#app/domain/accounts/proof.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { proveByCode } from '#app/domain/second-factor/sign-in.server.ts'
import { ownPath, paths } from '#app/paths.ts'
import type { RequestContext } from './context.ts'
import { sessionCookie } from './cookies.ts'
import { confirmSession, type OperatorSession, type UserSession } from './session.ts'
import { answerForm } from './submit.ts'

/** What the page that asks "is it you?" shows: for a form that is on its way, or for a page that was asked for. */
export async function confirmLoader({ request, context }: LoaderFunctionArgs) {
  const home = homeOf(context)
  const to = context.asking?.to ?? ownPath(new URL(request.url).searchParams.get('to'), home)
  const { session, person } = signedIn(context)
  if (session.confirmed && !context.asking) throw redirect(to)
  return {
    to,
    kept_form: context.asking?.kept ?? null,
    byPassword: await hasPassword(await context.read(), person),
    byCode: hasSecondFactor(session),
  }
}

/**
 * With the right password, and the code of who has a second factor, the session counts as confirmed, under a new token. Then on to the page, or with the form
 * to where it was going: 307 has the browser post it again, the sealed field included.
 */
export function confirmAction(args: ActionFunctionArgs) {
  const { context } = args
  const { session, person } = signedIn(context)
  return answerForm(
    args,
    confirmForm,
    async ({ password, code, to, kept_form }) => {
      if (hasSecondFactor(session) && !code) throw new Refusal('input.required', 'code')
      await proveByPassword(context, person, password, 'password')
      if (hasSecondFactor(session))
        await proveByCode(context.write, context.services.ring, context.actor, code!)
      const token = await context.write((trx) => confirmSession(trx, session))
      return redirect(ownPath(to, homeOf(context)), {
        status: kept_form ? 307 : 302,
        headers: { 'set-cookie': sessionCookie(token) },
      })
    },
    { secrets: ['password', 'code'] },
  )
}

function signedIn({ session, actor }: RequestContext) {
  const { ip, user_agent } = actor
  if (session?.kind === 'user')
    return { session, person: { kind: 'user', id: session.user_id, ip, user_agent } satisfies Person }
  if (session?.kind === 'operator')
    return { session, person: { kind: 'operator', id: session.operator_id, ip, user_agent } satisfies Person }
  throw new Refusal('action_not_allowed')
}

const hasSecondFactor = (session: UserSession | OperatorSession) =>
  session.kind === 'operator' && session.second_factor

const homeOf = ({ site }: RequestContext) =>
  site.side === 'tenant' ? paths.dashboard() : paths.admin.dashboard()
