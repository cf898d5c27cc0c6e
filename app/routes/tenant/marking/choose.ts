import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { chooseForm } from '#app/domain/classes/marking/mark.ts'
import { chooseMark } from '#app/domain/classes/marking/mark-session.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { newId } from '#db/id.ts'

/** Lets the mark of somebody else count for one student. */
export const handle = { access: 'attendance.edit' } satisfies Handle

export const loader = ({ params }: ActionFunctionArgs) =>
  redirect(paths.marking.mark(idOf(params, 'not_found.attendance')))

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.attendance')
  const here = paths.marking.mark(id)
  return submitVerb(args, chooseForm, here, async ({ trx, actor, context }, { entry_id }) => {
    const scope = context.scope('attendance.edit')
    const name = await chooseMark(trx, actor, scope, id, entry_id, newId())
    return redirectWith(here, 'marking_chosen', { name })
  })
}
