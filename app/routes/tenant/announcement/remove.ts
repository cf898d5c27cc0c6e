import { redirect } from '@remix-run/node'
import { removeAnnouncement } from '#app/domain/messaging/announcements/change-announcement.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'announcement.remove' } satisfies Handle

export const loader = () => redirect(paths.announcement.list())

export const action = versionVerb(
  'not_found.announcement',
  paths.announcement.view,
  async ({ trx, actor, context }, { id, version }) => {
    const title = await removeAnnouncement(trx, actor, context.scope('announcement.remove'), id, version)
    return redirectWith(paths.announcement.list(), 'announcement_removed', { title })
  },
)
