import { redirect } from '@remix-run/node'
import { removeHoliday } from '#app/domain/core/holidays/change-holiday.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.holiday.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.holiday.list())

export const action = versionVerb(
  'not_found.holiday',
  paths.admin.holiday.view,
  async ({ trx, actor }, { id, version }) => {
    const { name } = await removeHoliday(trx, actor, id, version)
    return redirectWith(paths.admin.holiday.list(), 'holiday_removed', { name })
  },
)
