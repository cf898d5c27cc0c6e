import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/core/fields.ts'
import { setFeatureStatus } from '#app/domain/platform/features/features.ts'
import { paths } from '#app/paths.ts'
import { featureOf } from '#app/server/features/feature-param.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.feature.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.feature.list())

export const action = (args: ActionFunctionArgs) => {
  const code = featureOf(args.params)
  const page = paths.admin.feature.view(code)
  return submitVerb(args, statusForm, page, async ({ trx, actor }, { status, version }) => {
    await setFeatureStatus(trx, actor, { code, version, status })
    const name = args.context.t(`feature.name.${code}`)
    return redirectWith(page, switchedFlash('feature', status), { name })
  })
}
