import { redirect } from '@remix-run/node'
import { skipRow } from '#app/domain/enrolment/imports/change-import.ts'
import { skipForm } from '#app/domain/enrolment/imports/import.ts'
import { paths } from '#app/paths.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** One row is left out, or taken in again. */
export const handle = { access: 'import.upload' } satisfies Handle

export const loader = () => redirect(paths.import.list())

export const action = rowVerb(
  skipForm,
  'not_found.import',
  () => paths.import.list(),
  async ({ trx, actor, context }, { id, ...input }) => {
    const import_id = await skipRow(trx, actor, context.scope('import.upload'), id, input)
    return redirect(paths.import.view(import_id))
  },
)
