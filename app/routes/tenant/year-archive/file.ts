import type { LoaderFunctionArgs } from '@remix-run/node'
import { yearArchive } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { archiveFile } from '#app/server/archives/archive-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The ZIP of a year, for managers. */
export const handle = { access: 'month.print' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.archive')
  return archiveFile(context, await yearArchive(await context.read(), id), paths.year_archive.view(id))
}
