import { noFields } from '#app/domain/core/fields.ts'
import { resolveFailedMail } from '#app/domain/reporting/failed-mails/failed-mails.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'

/** The action of a button that takes a failed mail off the list, sent again or not. */
export const resolveVerb = (resolution: 'sent_again' | 'dismissed') =>
  rowVerb(
    noFields,
    'not_found.failed_mail',
    () => paths.failed_mail.list(),
    async ({ trx, actor, context }, { id }) => {
      const scope = context.scope('family.contact')
      const { recipient } = await resolveFailedMail(trx, actor, scope, id, resolution)
      return redirectWith(paths.failed_mail.list(), `failed_mail_${resolution}`, { address: recipient })
    },
  )
