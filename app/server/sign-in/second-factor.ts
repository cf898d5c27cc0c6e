import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { Actor } from '#app/domain/core/actor.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { asRefusal, Refusal, type RefusalCode, statusOf } from '#app/domain/core/refusal.ts'
import {
  offeredSecret,
  offerSecret,
  setUpForm,
  setUpSecondFactor,
} from '#app/domain/identity/second-factor/second-factor.ts'
import { totpAddress } from '#app/domain/identity/second-factor/totp.ts'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { endOperatorSessions, type OperatorSession } from '#app/server/session/session.ts'

export function ownAccount({ actor, session }: Pick<RequestContext, 'actor' | 'session'>): {
  actor: Actor & { id: string }
  session: OperatorSession
} {
  if (session?.kind !== 'operator' || actor.id === null) throw new Refusal('action_not_allowed')
  return { actor: { ...actor, id: actor.id }, session }
}

/** To be scanned, to be typed, and sealed for its form. A new one unless it is given. */
export function shownSecret(context: RequestContext, given?: { secret: string; sealed: string }) {
  const { actor, session } = ownAccount(context)
  const { secret, sealed } = given ?? offerSecret(context.services.ring, actor.id)
  return {
    offer: sealed,
    /** In fours, as people read it out. */
    typed: secret.replace(/(.{4})(?=.)/g, '$1 '),
    image: qrCode(totpAddress(secret, session.email)),
  }
}

/** The recovery codes are in this answer and nowhere else. The operator's other browsers must sign in anew. */
export async function setUpAction({ request, context }: ActionFunctionArgs) {
  const { actor, session } = ownAccount(context)
  const { ring } = context.services
  const submission = parseWithZod(await formOf(request), { schema: setUpForm, error: formErrorMap })
  const sealed = String(submission.payload.offer ?? '')
  const secret = offeredSecret(ring, actor.id, sealed)
  const again = (code: RefusalCode, values: Parameters<typeof submission.reply>[0]) =>
    data(
      {
        codes: null,
        result: submission.reply({ ...values, hideFields: ['code'] }),
        shown: shownSecret(context, { secret, sealed }),
      },
      { status: statusOf(code) },
    )
  if (submission.status !== 'success') return again('input.invalid', {})
  const { code } = submission.value
  try {
    const codes = await context.write(async (trx) => {
      await endOperatorSessions(trx, actor.id, { except: session.id })
      return setUpSecondFactor(trx, actor, ring, { secret, code })
    })
    return data({ codes, result: null, shown: null })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return again(refusal.code, { fieldErrors: { code: [refusal.code] } })
  }
}
