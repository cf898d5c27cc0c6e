import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { cancelAnnouncement } from '#app/domain/messaging/announcements/change-announcement.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: { any: ['announcement.send', 'announcement.send_free'] } } satisfies Handle

export const loader = () => redirect(paths.announcement.list())

/** Pressed twice it says so and changes nothing. */
export const action = rowVerb(
  noFields,
  'not_found.announcement',
  paths.announcement.view,
  async ({ trx, actor, context }, { id }) => {
    const stopped = await cancelAnnouncement(trx, actor, context.scope('announcement.create'), id)
    const said = stopped ? 'announcement_cancelled' : 'announcement_cancelled_before'
    return redirectWith(paths.announcement.view(id), said)
  },
)
