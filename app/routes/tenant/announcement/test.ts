import { redirect } from '@remix-run/node'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { testForm } from '#app/domain/messaging/announcements/announcement.ts'
import { sendTest } from '#app/domain/messaging/announcements/send-announcement.ts'
import { paths } from '#app/paths.ts'
import { sendSettingOf } from '#app/server/announcements/setting.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'announcement.create' } satisfies Handle

export const loader = () => redirect(paths.announcement.list())

/** Tests that one person may send. */
const tests = { points: 20, seconds: 3600 }

export const action = rowVerb(
  testForm,
  'not_found.announcement',
  paths.announcement.review,
  async ({ trx, actor, context }, { id, channels, locale }) => {
    refuseFlood(await countUse(trx, `announcement-test:${actor.id}`, tests))
    const scope = context.scope('announcement.create')
    const { credits } = await sendTest(trx, actor, scope, id, { channels, locale }, sendSettingOf(context))
    return redirectWith(paths.announcement.review(id), 'announcement_tested', { count: credits })
  },
)
