import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { RequestedCode } from '#app/domain/identity/codes/codes.ts'
import { type ContactKind, contactKinds } from '#app/domain/identity/contacts/proven.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { contactCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The session that a code for a new contact belongs to. Refuses (action_not_allowed) whoever has none of their own. */
export function ownSession({ session }: RequestContext): string {
  if (session?.kind !== 'user' && session?.kind !== 'operator') throw new Refusal('action_not_allowed')
  return session.id
}

/** Which contact a button is about. Refuses (input.invalid) anything else. */
export function contactKind(form: FormData): ContactKind {
  const kind = contactKinds.find((one) => one === form.get('kind'))
  if (!kind) throw new Refusal('input.invalid')
  return kind
}

/** Asks for a code and goes back to the page that takes it, which says what came of it. */
export async function sentTo(page: string, ask: () => Promise<RequestedCode>): Promise<Response> {
  try {
    const { pending } = await ask()
    const response = await redirectWith(page, 'contact_code_sent')
    response.headers.append('set-cookie', await contactCookie.set(pending))
    return response
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return redirectWith(page, 'refused', { code: refusal.code, ...refusal.values }, 'error')
  }
}
