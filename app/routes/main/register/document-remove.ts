import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { removeFile } from '#app/domain/platform/registrations/change-draft.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { atStep } from '#app/server/front/at-step.ts'
import { platformFiles } from '#app/server/front/documents.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Takes a document back. */
export const handle = { access: 'guest' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { code } = await atStep(args)
  return redirect(paths.front.step(code, 'documents'))
}

export async function action(args: ActionFunctionArgs) {
  const { code, draft } = await atStep(args)
  const page = paths.front.step(code, 'documents')
  let gone: string | undefined
  const answer = await submitVerb(args, z.object({ id: z.uuid() }), page, async ({ trx }, { id }) => {
    gone = await removeFile(trx, draft, id)
    return redirect(page)
  })
  if (gone) await platformFiles().remove(gone)
  return answer
}
