import type { LoaderFunctionArgs } from '@remix-run/node'
import { familyArchive } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { archiveFile } from '#app/server/archives/archive-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The ZIP of a family, for the account that has asked for it. */
export const handle = { access: 'profile.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.archive')
  const archive = await familyArchive(await context.read(), context.actor.id!, id)
  return archiveFile(context, archive, paths.family_archive.view(id))
}
