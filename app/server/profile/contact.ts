import { Refusal } from '#app/domain/core/refusal.ts'
import type { RequestedCode } from '#app/domain/identity/codes/codes.ts'
import { type ContactKind, contactKinds } from '#app/domain/identity/contacts/proven.ts'
import { contactCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { askedAgain } from '#app/server/sign-in/code-again.ts'

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

/** Asks for a code for a new contact and goes back to the page that takes it, which says what came of it. */
export const sentTo = (page: string, ask: () => Promise<RequestedCode>): Promise<Response> =>
  askedAgain(page, ask, { cookie: contactCookie, notice: 'contact_code_sent' })
