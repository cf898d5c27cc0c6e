import { redirect } from '@remix-run/node'
import { removePackage } from '#app/domain/platform/packages/change-package.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.package.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.package.list())

export const action = versionVerb(
  'not_found.package',
  paths.admin.package.view,
  async ({ trx, actor }, { id, version }) => {
    const { name } = await removePackage(trx, actor, id, version)
    return redirectWith(paths.admin.package.list(), 'package_removed', { name })
  },
)
