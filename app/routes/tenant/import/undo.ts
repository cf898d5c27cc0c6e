import { redirect } from '@remix-run/node'
import { startUndo } from '#app/domain/enrolment/imports/change-import.ts'
import { paths } from '#app/paths.ts'
import { importVerb } from '#app/server/imports/import-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'import.run' } satisfies Handle

export const loader = () => redirect(paths.import.list())

export const action = importVerb('import.run', async ({ trx, actor }, scope, at) => {
  await startUndo(trx, actor, scope, at)
  return redirect(paths.import.view(at.id))
})
