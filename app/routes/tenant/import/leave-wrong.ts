import { redirect } from '@remix-run/node'
import { skipInvalidRows } from '#app/domain/enrolment/imports/change-import.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { importVerb } from '#app/server/imports/import-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'import.upload' } satisfies Handle

export const loader = () => redirect(paths.import.list())

export const action = importVerb('import.upload', async ({ trx, actor }, scope, at) => {
  const count = await skipInvalidRows(trx, actor, scope, at)
  return redirectWith(paths.import.view(at.id), 'import_left_out', { count })
})
