import { redirect } from '@remix-run/node'
import { restoreSession } from '#app/domain/classes/sessions/change-session.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'attendance.edit' } satisfies Handle

export const loader = () => redirect(paths.class_session.calendar())

export const action = versionVerb(
  'not_found.class_session',
  paths.class_session.view,
  async ({ trx, actor, context, today }, at) => {
    const scope = context.scope('attendance.edit')
    const { name, clash, held_on } = await restoreSession(trx, actor, scope, at, today)
    const flash = clash === null ? 'session_restored' : 'session_restored_clash'
    const date = formatDate(held_on, context.locale)
    return redirectWith(paths.class_session.view(at.id), flash, { name, date })
  },
)
