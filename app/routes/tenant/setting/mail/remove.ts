import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/core/fields.ts'
import { editEntity } from '#app/domain/platform/entities/change-entity.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Forgets the organisation's own mail server with its password. */
export const handle = { access: 'smtp.remove' } satisfies Handle

export const loader = () => redirect(paths.setting.mail())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, versionForm, paths.setting.mail(), async ({ trx, actor, context }, { version }) => {
    const { id } = tenantOf(context)
    await editEntity(trx, actor, { id, version, ring: context.services.ring }, { profile: {}, smtp: null })
    return redirectWith(paths.setting.mail(), 'mail_server_removed')
  })
