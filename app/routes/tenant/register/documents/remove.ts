import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { removeFile } from '#app/domain/enrolment/online-registration/papers.ts'
import { paths } from '#app/paths.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Takes a paper back. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.documents())

export async function action(args: ActionFunctionArgs) {
  const { draft } = await withDraft(args)
  let gone: string | undefined
  const answer = await submitVerb(
    args,
    z.object({ id: z.uuid() }),
    paths.register.documents(),
    async ({ trx }, { id }) => {
      gone = await removeFile(trx, draft, id)
      return redirect(paths.register.documents())
    },
  )
  if (gone) await ownFiles(args.context).remove(gone)
  return answer
}
