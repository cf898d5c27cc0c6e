import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeFile } from '#app/domain/people/families/change-family.ts'
import { paths } from '#app/paths.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'family.file_remove' } satisfies Handle

export const loader = () => redirect(paths.family.find())

/** The row first, then the bytes: what a crash leaves behind is a file that nobody names. */
export async function action({ params, context }: ActionFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  const scope = context.scope('family.file_remove')
  const { parent_id, storage_key, file } = await context.write((trx) =>
    removeFile(trx, context.actor, scope, id),
  )
  await ownFiles(context).remove(storage_key)
  return redirectWith(`${paths.family.view(parent_id)}#files`, 'file_removed', { file })
}
