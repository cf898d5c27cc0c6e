import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { resolveFailedMail } from '#app/domain/reporting/failed-mails/failed-mails.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'family.contact' } satisfies Handle

export const loader = () => redirect(paths.failed_mail.list())

export const action = rowVerb(
  noFields,
  'not_found.failed_mail',
  () => paths.failed_mail.list(),
  async ({ trx, actor, context }, { id }) => {
    const scope = context.scope('family.contact')
    const { recipient } = await resolveFailedMail(trx, actor, scope, id, 'sent_again')
    return redirectWith(paths.failed_mail.list(), 'failed_mail_sent_again', { address: recipient })
  },
)
