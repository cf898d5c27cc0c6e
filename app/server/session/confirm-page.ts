import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type ConfirmInput, confirmForm, oneTimeCode } from '#app/domain/identity/accounts/account-forms.ts'
import { hasPassword, type Person, proveByPassword } from '#app/domain/identity/accounts/sign-in.ts'
import type { PendingCode } from '#app/domain/identity/codes/codes.ts'
import {
  pendingConfirm,
  proveByConfirmCode,
  reachesOf,
  requestConfirmCode,
} from '#app/domain/identity/codes/confirm-code.ts'
import { type CodeChannel, resendSeconds } from '#app/domain/identity/codes/one-time-code.ts'
import { proveByCode } from '#app/domain/identity/second-factor/sign-in.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { ownPath, paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie, sessionCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { confirmSession, type OperatorSession, type UserSession } from './session.ts'

/** After a button that only asks for something: the form goes on, and the code that was sent. */
export interface Turned extends SubmissionResult<string[]> {
  sent?: PendingCode
}

/** For a form that is on its way, or for a page that was asked for. */
export async function confirmLoader({ request, context }: LoaderFunctionArgs) {
  const home = homeOf(context)
  const to = context.pendingConfirmation?.to ?? ownPath(new URL(request.url).searchParams.get('to'), home)
  const { session, person } = signedIn(context)
  if (session.confirmed && !context.pendingConfirmation) throw redirect(to)
  const db = await context.read()
  const byPassword = await hasPassword(db, person)
  const kept_form = context.pendingConfirmation?.sealedForm ?? null
  if (session.kind === 'operator')
    return { to, kept_form, byPassword, secondFactor: session.second_factor, reaches: [], pending: undefined }
  return {
    to,
    kept_form,
    byPassword,
    secondFactor: false,
    reaches: await reachesOf(db, person.id, openChannels(environment)),
    pending: await pendingConfirm(db, session.id, await pendingCookie.of(request)),
  }
}

/**
 * With the proof the session counts as confirmed, under a new token; then on to the page, or with the form to where it
 * was going: 307 has the browser post it again, the sealed field included. The buttons that ask for a code or for the
 * other field answer with the page, since no address could carry the form.
 */
export function confirmAction(args: ActionFunctionArgs) {
  const { context, request } = args
  const { session, person } = signedIn(context)
  return answerForm(
    args,
    confirmForm,
    async (input) => {
      // Confirmed in another window meanwhile: what was filled in here is not lost for it.
      if (session.confirmed) return onwards(context, input)
      if (session.kind === 'user' && input.send) return sendCode(context, session, input, input.send)
      if (input.show) return data<Turned>({ initialValue: carried(input, { show: input.show }) })
      if (session.kind === 'user' && input.by === 'code') await proveBySentCode(args, session, person, input)
      else await proveBySecret(context, session, person, input)
      const token = await context.write((trx) => confirmSession(trx, session))
      const response = onwards(context, input)
      response.headers.append('set-cookie', sessionCookie(token))
      if (await pendingCookie.of(request)) response.headers.append('set-cookie', await pendingCookie.end())
      return response
    },
    { secrets: ['password', 'code'] },
  )
}

function onwards(context: RequestContext, { to, kept_form }: ConfirmInput): Response {
  return redirect(ownPath(to, homeOf(context)), { status: kept_form ? 307 : 302 })
}

const carried = ({ to, kept_form }: ConfirmInput, more: Record<string, string>) => ({
  ...more,
  ...(to ? { to } : {}),
  ...(kept_form ? { kept_form } : {}),
})

async function sendCode(
  { read, write, locale, actor }: RequestContext,
  { id: session_id, user_id }: UserSession,
  input: ConfirmInput,
  channel: CodeChannel,
) {
  const reaches = await reachesOf(await read(), user_id, openChannels(environment))
  const asker = { user_id, session_id, reaches, channel, locale, ip: actor.ip }
  const { pending } = await requestConfirmCode(write, asker)
  const { address } = reaches.find((reach) => reach.channel === channel)!
  const sent = { channel, address, wait_seconds: resendSeconds, alive: true }
  const again = input.by === 'code' ? { send: channel } : {}
  return data<Turned>(
    { initialValue: carried(input, again), sent },
    { headers: { 'set-cookie': await pendingCookie.set(pending) } },
  )
}

async function proveBySentCode(
  { context, request }: ActionFunctionArgs,
  { id: session_id }: UserSession,
  person: Person,
  { code }: ConfirmInput,
) {
  if (!code) throw new Refusal('input.required', 'code')
  const digits = oneTimeCode.safeParse(code)
  if (!digits.success) throw new Refusal('auth.otp_invalid', 'code')
  const given = { session_id, pending: await pendingCookie.of(request), code: digits.data }
  await proveByConfirmCode(context.write, context.services.ring, person, given)
}

async function proveBySecret(
  context: RequestContext,
  session: UserSession | OperatorSession,
  person: Person,
  { password, code }: ConfirmInput,
) {
  const secondFactor = session.kind === 'operator' && session.second_factor
  if (!password) throw new Refusal('input.required', 'password')
  if (secondFactor && !code) throw new Refusal('input.required', 'code')
  await proveByPassword(context, person, password, 'password')
  if (secondFactor) await proveByCode(context.write, context.services.ring, context.actor, code!)
}

function signedIn({ session, actor }: RequestContext) {
  const { ip, user_agent } = actor
  if (session?.kind === 'user')
    return { session, person: { kind: 'user', id: session.user_id, ip, user_agent } satisfies Person }
  if (session?.kind === 'operator')
    return { session, person: { kind: 'operator', id: session.operator_id, ip, user_agent } satisfies Person }
  throw new Refusal('action_not_allowed')
}

const homeOf = ({ site }: RequestContext) =>
  site.side === 'tenant' ? paths.dashboard() : paths.admin.dashboard()
