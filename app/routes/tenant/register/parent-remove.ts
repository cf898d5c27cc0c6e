import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { pageAfter, savePart, withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** There is no second parent after all. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.parent(2))

export async function action(args: ActionFunctionArgs) {
  const known = await withDraft(args)
  const { version, answers } = known
  await savePart(args, known, {
    ...{ part: 'parent.2', version },
    change: (before) => ({ ...before, parents: before.parents.slice(0, 1) }),
  })
  return redirect(answers.students.length > 0 ? paths.register.review() : pageAfter(known, 'parents'))
}
