import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { lockDraft, removeDraft } from '#app/domain/platform/registrations/change-draft.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { atStep } from '#app/server/front/at-step.ts'
import { platformFiles } from '#app/server/front/documents.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Deletes what was begun, with its files. */
export const handle = { access: 'guest' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { code } = await atStep(args)
  return redirect(paths.front.step(code, 'review'))
}

export async function action(args: ActionFunctionArgs) {
  const { code } = await atStep(args)
  const gone: string[] = []
  const answer = await submitVerb(
    args,
    noFields,
    paths.front.step(code, 'review'),
    async ({ trx, context }) => {
      const draft = await lockDraft(trx, context.services.ring, code)
      if (draft.registration_id) return redirect(paths.front.done(code))
      gone.push(...(await removeDraft(trx, draft.id)))
      return redirectWith(paths.front.start(), 'front_forgotten')
    },
  )
  for (const key of gone) await platformFiles().remove(key)
  return answer
}
