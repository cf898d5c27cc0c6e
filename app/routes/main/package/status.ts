import { redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/core/fields.ts'
import { setPackageStatus } from '#app/domain/platform/packages/change-package.ts'
import { paths } from '#app/paths.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.package.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.package.list())

export const action = rowVerb(
  statusForm,
  'not_found.package',
  paths.admin.package.view,
  async ({ trx, actor }, { id, status, version }) => {
    const { name } = await setPackageStatus(trx, actor, { id, version, status })
    return redirectWith(paths.admin.package.view(id), switchedFlash('package', status), { name })
  },
)
