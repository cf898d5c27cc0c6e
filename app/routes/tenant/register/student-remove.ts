import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { withoutChild } from '#app/domain/enrolment/online-registration/draft.ts'
import { removeFilesOf } from '#app/domain/enrolment/online-registration/papers.ts'
import { paths } from '#app/paths.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { savePart, withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A child is not registered after all; what was uploaded for it goes. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.review())

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const known = await withDraft(args)
  const { draft, version } = known
  const place = Number((await formOf(args.request)).get('place'))
  if (draft.answers.students.some((child) => child.place === place)) {
    await savePart(args, known, {
      ...{ part: `student.${place}` as const, version },
      change: (answers) => withoutChild(answers, place),
    })
    const keys = await context.write((trx) => removeFilesOf(trx, draft.id, place))
    for (const key of keys) await ownFiles(context).remove(key)
  }
  const isOnly = draft.answers.students.every((child) => child.place === place)
  return redirect(isOnly ? paths.register.start() : paths.register.review())
}
