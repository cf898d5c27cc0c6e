import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { liftHold } from '#app/domain/payments/reminders/change-reminder.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Ends a hold before its day. */
export const handle = { access: 'reminder.hold' } satisfies Handle

export const loader = () => redirect(paths.reminder.holds())

export const action = rowVerb(
  noFields,
  'not_found.reminder_hold',
  () => paths.reminder.holds(),
  async ({ trx, actor, context }, { id }) => {
    const { name } = await liftHold(trx, actor, context.scope('reminder.hold'), id)
    return redirectWith(paths.reminder.holds(), 'hold_lifted', { name })
  },
)
