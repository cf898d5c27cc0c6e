import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { requestPhoneProof } from '#app/domain/enrolment/online-registration/drafts.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { phoneProofCookie } from '#app/server/http/cookies.ts'
import { withDraft } from '#app/server/register/registering.ts'
import { firstPhone } from '#app/server/register/reviewed.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Sends a code to the phone of the first parent, as it stands in the form. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.review())

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const known = await withDraft(args)
  const phone = firstPhone(known)
  const asked = (await formOf(args.request)).get('channel')
  const channel = openChannels(environment).find((one) => one === asked) ?? openChannels(environment)[0]
  if (!phone || !channel || !known.proves) return redirect(paths.register.review())
  try {
    const { locale, actor } = context
    const { pending } = await requestPhoneProof(context.write, { phone, channel, locale, ip: actor.ip })
    const headers = { 'set-cookie': await phoneProofCookie.set(pending) }
    return redirect(paths.register.phoneCode(), { headers })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const page = refusal.code === 'auth.code_wait' ? paths.register.phoneCode() : paths.register.review()
    return redirectWith(page, 'refused', { code: refusal.code }, 'error')
  }
}
