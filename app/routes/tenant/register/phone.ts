import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { sendCode } from '#app/server/register/hand-in.ts'
import { withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Sends another code to the phone of the first parent, as it stands in the form. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.review())

export async function action(args: ActionFunctionArgs) {
  const known = await withDraft(args)
  const wanted = (await formOf(args.request)).get('channel')
  if (!known.proves) return redirect(paths.register.review())
  try {
    return await sendCode(args.context, known, typeof wanted === 'string' ? wanted : undefined)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const page = refusal.code === 'auth.code_wait' ? paths.register.phoneCode() : paths.register.review()
    return redirectWith(page, 'refused', { code: refusal.code }, 'error')
  }
}
