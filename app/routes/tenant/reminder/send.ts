import { redirect } from '@remix-run/node'
import { databaseTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { releaseReminder } from '#app/domain/payments/reminders/change-reminder.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Lets a reminder leave for which somebody has to press "send". */
export const handle = { access: 'reminder.remind' } satisfies Handle

export const loader = () => redirect(paths.reminder.list())

export const action = rowVerb(
  noFields,
  'not_found.reminder',
  paths.reminder.view,
  async ({ trx, actor, context }, { id }) => {
    const scope = context.scope('reminder.remind')
    const { name, leaves_at } = await releaseReminder(trx, actor, scope, id, await databaseTime(trx))
    const at = formatInstant(leaves_at, context.locale)
    return redirectWith(paths.reminder.view(id), 'reminder_asked', { name, at })
  },
)
