import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeDraft } from '#app/domain/enrolment/online-registration/papers.ts'
import { paths } from '#app/paths.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { draftCookie } from '#app/server/http/cookies.ts'
import { registering } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Ends what this browser has begun: all of it goes; what was handed in, or is somebody else's, only leaves this browser. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.start())

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { draft, foreign } = await registering(args)
  if (draft && !foreign && draft.application_id === null) {
    const keys = await context.write((trx) => removeDraft(trx, draft.id))
    for (const key of keys) await ownFiles(context).remove(key)
  }
  const answer = await redirectWith(paths.register.start(), 'draft_forgotten')
  answer.headers.append('set-cookie', await draftCookie.end())
  return answer
}
