import { asRefusal } from '#app/domain/core/refusal.ts'
import type { RequestedCode } from '#app/domain/identity/codes/codes.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'

export async function backToCode(request: Request): Promise<string | undefined> {
  const to = (await formOf(request)).get('to')
  return typeof to === 'string' ? to : undefined
}

/** What came of it is said on the page that takes the code. */
export async function askedAgain(page: string, ask: () => Promise<RequestedCode>): Promise<Response> {
  try {
    const { pending } = await ask()
    const answer = await redirectWith(page, 'code_sent')
    answer.headers.append('set-cookie', await pendingCookie.set(pending))
    return answer
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return redirectWith(page, 'refused', { code: refusal.code, ...refusal.values }, 'error')
  }
}
