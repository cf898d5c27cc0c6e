import { asRefusal } from '#app/domain/core/refusal.ts'
import type { RequestedCode } from '#app/domain/identity/codes/codes.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'

export async function backToCode(request: Request): Promise<string | undefined> {
  const to = (await formOf(request)).get('to')
  return typeof to === 'string' ? to : undefined
}

/**
 * Asks for a code and goes back to the page that takes it, which says what came of it: `notice` once it is on its way.
 * `cookie` is what the code is waited for with.
 */
export async function askedAgain(
  page: string,
  ask: () => Promise<RequestedCode>,
  { cookie = pendingCookie, notice = 'code_sent' as 'code_sent' | 'contact_code_sent' } = {},
): Promise<Response> {
  try {
    const { pending } = await ask()
    const answer = await redirectWith(page, notice)
    answer.headers.append('set-cookie', await cookie.set(pending))
    return answer
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return redirectWith(page, 'refused', { code: refusal.code, ...refusal.values }, 'error')
  }
}
