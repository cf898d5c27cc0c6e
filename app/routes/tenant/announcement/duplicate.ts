import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { duplicateAnnouncement } from '#app/domain/messaging/announcements/change-announcement.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'announcement.create' } satisfies Handle

export const loader = () => redirect(paths.announcement.list())

export const action = rowVerb(
  noFields,
  'not_found.announcement',
  paths.announcement.view,
  async ({ trx, actor, context }, { id }) => {
    const copy = await duplicateAnnouncement(trx, actor, context.scope('announcement.create'), id)
    return redirectWith(paths.announcement.edit(copy), 'announcement_duplicated')
  },
)
