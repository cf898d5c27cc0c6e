import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import { codeForm } from '#app/domain/identity/second-factor/second-factor.ts'
import { signInByCode } from '#app/domain/identity/second-factor/sign-in.ts'
import { ownPath, paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { sessionCookie, waitingCookie } from '#app/server/http/cookies.ts'
import { beginOperatorSession } from './signed-in.ts'

/** After these the same browser may try another code. */
const another: readonly string[] = ['auth.code_invalid', 'auth.code_used']

/** Answers with a session, the form again, or back to the password. */
export async function signInCodeAction({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await formOf(request), { schema: codeForm, error: formErrorMap })
  if (submission.status !== 'success')
    return data(submission.reply({ hideFields: ['code'] }), { status: 422 })
  const token = await waitingCookie.of(request)
  if (!token) return passwordAnew('auth.token_expired')
  const { actor, services, write } = context
  const { code } = submission.value
  try {
    const visit = { ip: actor.ip, user_agent: actor.user_agent, request_id: actor.request_id }
    const { session, proof } = await signInByCode(
      write,
      services.ring,
      { token, code, ...visit },
      (trx, id) => beginOperatorSession(trx, context, id),
    )
    const to = ownPath(submission.value.to, paths.admin.dashboard())
    const response =
      proof.by === 'totp'
        ? redirect(to)
        : await redirectWith(to, 'recovery_code_used', { count: proof.left }, 'notice')
    response.headers.append('set-cookie', sessionCookie(session))
    response.headers.append('set-cookie', await waitingCookie.end())
    return response
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    if (!another.includes(refusal.code)) return passwordAnew(refusal.code)
    return data(submission.reply({ fieldErrors: { code: [refusal.code] }, hideFields: ['code'] }), {
      status: statusOf(refusal.code),
    })
  }
}

async function passwordAnew(code: string): Promise<Response> {
  const response = await redirectWith(paths.admin.login(), 'refused', { code }, 'error')
  response.headers.append('set-cookie', await waitingCookie.end())
  return response
}
