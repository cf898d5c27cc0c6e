import type { LoaderFunctionArgs } from '@remix-run/node'
import { announcementFile } from '#app/domain/messaging/announcements/find-announcements.ts'
import { attachment } from '#app/server/documents/attachment.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A file of an announcement, always as an attachment: no browser draws it under our name. */
export const handle = { access: 'announcement.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  const row = await announcementFile(await context.read(), context.scope('announcement.view'), id)
  return attachment(await fileOrRefuse(context, row.storage_key, 'not_found.file'), row)
}
