import { redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Draft } from '#app/domain/enrolment/online-registration/draft.ts'
import { lockDraft, requestPhoneProof } from '#app/domain/enrolment/online-registration/drafts.ts'
import { submitRegistration } from '#app/domain/enrolment/online-registration/submit.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { paths } from '#app/paths.ts'
import { phoneProofCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { DB } from '#db/types.ts'
import { type Registering, savePart } from './registering.ts'
import { firstPhone, isProven } from './reviewed.ts'

type Known = Registering & { draft: Draft }

/**
 * Submits the draft at the version that was shown, once however often it is sent. Refuses register.changed and what
 * submitRegistration refuses.
 */
export async function handIn(
  trx: Transaction<DB>,
  context: RequestContext,
  { form, seeker, proves, staff, own }: Known,
  version: number,
): Promise<void> {
  const keys = keysOf(context)
  const { actor, locale, today } = context
  const inEach = (key: string) =>
    Object.fromEntries(locales.map((one) => [one, i18nOf(one, context.labels).t(key)]))
  const yesNo = { yes: inEach('common.yes'), no: inEach('common.no') }
  const held = await lockDraft(trx, keys, seeker)
  if (held.application_id !== null) return
  if (held.version !== version) throw new Refusal('register.changed')
  const proof = !proves ? 'none' : isProven({ own, draft: held }) ? 'given' : 'demanded'
  await submitRegistration(trx, actor, keys, { form, draft: held, staff, locale, today, proof, yesNo })
}

/** The draft is as it was when the family agreed and asked to send it. */
export const hasAgreed = ({ version, answers }: Draft): boolean => answers.consent === version

/**
 * Keeps the consent and sends a code to the first parent's phone, with which the registration is sent. Refuses
 * register.changed and what requestPhoneProof refuses.
 */
export async function agreeAndProve(
  from: { request: Request; context: RequestContext },
  known: Known,
  version: number,
  wanted: string | undefined,
): Promise<Response> {
  const { context } = from
  const { draft } = known
  // The same page sent a second time has agreed already.
  const agreedBefore = hasAgreed(draft) && draft.version === version + 1
  if (!agreedBefore) {
    if (draft.version !== version) throw new Refusal('register.changed')
    const change = (answers: Draft['answers']) => ({ ...answers, consent: version + 1 })
    await savePart(from, known, { part: 'consent', version, change })
  }
  try {
    return await sendCode(context, known, wanted)
  } catch (error) {
    // One was sent a moment ago, to this browser: the page that takes it says when there can be another.
    const isSent = asRefusal(error)?.code === 'auth.code_wait' && (await phoneProofCookie.of(from.request))
    if (isSent) return redirect(paths.register.phoneCode())
    throw error
  }
}

/** Sends a code to the phone of the first parent, as it stands in the form, and leads to the page that takes it. */
export async function sendCode(
  context: RequestContext,
  known: Known,
  wanted: string | undefined,
): Promise<Response> {
  const channels = openChannels(environment)
  const channel = channels.find((one) => one === wanted) ?? channels[0]
  const phone = firstPhone(known)
  if (!phone || !channel) return redirect(paths.register.review())
  const { locale, actor } = context
  const { pending } = await requestPhoneProof(context.write, { phone, channel, locale, ip: actor.ip })
  const headers = { 'set-cookie': await phoneProofCookie.set(pending) }
  return redirect(paths.register.phoneCode(), { headers })
}
