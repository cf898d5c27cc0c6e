import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { asRefusal, Refusal, statusOf } from '#app/domain/core/refusal.ts'
import { signInForm } from '#app/domain/identity/accounts/account-forms.ts'
import { signInOperator, signInUser } from '#app/domain/identity/accounts/sign-in.ts'
import { askForCode } from '#app/domain/identity/second-factor/sign-in.ts'
import { ownPath, paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { sessionCookie, waitingCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { beginOperatorSession, beginUserSession } from './signed-in.ts'

function authenticator(context: RequestContext): Authenticator<string> {
  const { site, actor } = context
  return new Authenticator<string>().use(
    new FormStrategy(({ form }) => {
      const { email, password } = signInForm.parse(Object.fromEntries(form))
      const attempt = { email, password, ip: actor.ip, user_agent: actor.user_agent }
      return site.side === 'tenant' ? signInUser(context, attempt) : signInOperator(context, attempt)
    }),
    'email',
  )
}

/** An operator with a second factor gets no session yet but the page that asks for the code. */
export async function signInAction({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request.clone())
  const submission = parseWithZod(form, { schema: signInForm, error: formErrorMap })
  if (submission.status !== 'success')
    return data(submission.reply({ hideFields: ['password'] }), { status: 422 })
  const { site, actor } = context
  try {
    if (site.side === 'tenant' && site.entity.status !== 'active') throw new Refusal('auth.inactive')
    const id = await authenticator(context).authenticate('email', request)
    if (site.side === 'main') {
      const waiting = await context.write((trx) => askForCode(trx, id, actor))
      const page = paths.admin.loginCode(ownPath(submission.value.to, ''))
      if (waiting) return redirect(page, { headers: { 'set-cookie': await waitingCookie.set(waiting) } })
    }
    const token = await context.write((trx) =>
      site.side === 'tenant'
        ? beginUserSession(trx, context, id, 'email')
        : beginOperatorSession(trx, context, id),
    )
    const home = site.side === 'tenant' ? '/dashboard' : '/admin/dashboard'
    const headers = { 'set-cookie': sessionCookie(token) }
    return redirect(ownPath(submission.value.to, home), { headers })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return data(submission.reply({ formErrors: [refusal.code], hideFields: ['password'] }), {
      status: statusOf(refusal.code),
    })
  }
}
