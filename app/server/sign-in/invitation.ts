import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal, statusOf } from '#app/domain/core/refusal.ts'
import { invitationForm } from '#app/domain/identity/accounts/account-forms.ts'
import { acceptInvitation, invitedBy } from '#app/domain/identity/passwords/invitation.ts'
import { hashNewPassword } from '#app/domain/identity/passwords/passwords.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { errorOf } from '#app/server/forms/submit.ts'
import { sessionCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { beginUserSession, refuseInactive } from './signed-in.ts'

/** Of one network in ten minutes. */
const wrongTokens = { points: 30, seconds: 600 }

/** No page, log or audit row repeats it. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}

/**
 * Or the code that says why the link does not open. Refuses whoever tries many wrong ones; a right one, which nobody
 * guesses (256 bits), opens all the same.
 */
export async function invitedOf(context: RequestContext, token: string) {
  try {
    const { name, email } = await invitedBy(await context.read(), token)
    return { name, email }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const key = visitorKey('invitation.wrong', context.actor.ip)
    refuseFlood(await context.write((trx) => countUse(trx, key, wrongTokens)))
    return { refused: refusal.code }
  }
}

export async function acceptAction({ request, context }: ActionFunctionArgs) {
  const token = tokenOf(request)
  const form = await formOf(request)
  const submission = parseWithZod(form, { schema: invitationForm, error: formErrorMap })
  const secret = { hideFields: ['password', 'password_confirmation'] }
  if (submission.status !== 'success') return data(submission.reply(secret), { status: 422 })
  try {
    refuseInactive(context)
    const invited = await invitedOf(context, token)
    if ('refused' in invited) throw new Refusal(invited.refused)
    await context.releaseConnection()
    const password_hash = await hashNewPassword(submission.value.password)
    const session = await context.write(async (trx) => {
      const user_id = await acceptInvitation(trx, context.actor, token, password_hash)
      return beginUserSession(trx, context, user_id, 'invitation')
    })
    return redirect(paths.dashboard(), { headers: { 'set-cookie': sessionCookie(session) } })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const message = [errorOf(refusal.code, refusal.values)]
    const said = refusal.field ? { fieldErrors: { [refusal.field]: message } } : { formErrors: message }
    return data(submission.reply({ ...said, ...secret }), { status: statusOf(refusal.code) })
  }
}
