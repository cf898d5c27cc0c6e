import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeAnnouncementFile } from '#app/domain/messaging/announcements/change-announcement.ts'
import { paths } from '#app/paths.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'announcement.create' } satisfies Handle

export const loader = () => redirect(paths.announcement.list())

/** The row first, then the bytes: what a crash leaves behind is a file that nobody names. */
export async function action({ params, context }: ActionFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  const scope = context.scope('announcement.create')
  const { announcement_id, storage_key, name } = await context.write((trx) =>
    removeAnnouncementFile(trx, context.actor, scope, id),
  )
  if (storage_key) await ownFiles(context).remove(storage_key)
  return redirectWith(`${paths.announcement.view(announcement_id)}#files`, 'announcement_file_removed', {
    file: name,
  })
}
