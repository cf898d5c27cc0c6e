import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { strikeNote } from '#app/domain/families/notes.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'family.note' } satisfies Handle

export const loader = () => redirect(paths.family.find())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.note')
  return submitVerb(args, noFields, paths.family.find(), async ({ trx, actor, context }) => {
    const { parent_id } = await strikeNote(trx, actor, context.scope('family.note'), id)
    return redirectWith(`${paths.family.view(parent_id)}#notes`, 'note_struck')
  })
}
