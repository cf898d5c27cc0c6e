import { plainLetter } from '#app/domain/core/letters/letter.ts'
import { htmlLetter } from '#app/domain/core/letters/letter-html.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { mailTestLetter } from '#app/domain/organisation/mail-server/mail-server-letter.ts'
import { codeMinutes, type SendCode } from '#app/domain/organisation/mail-server/mail-test.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { newId } from '#db/id.ts'
import { tenantOf } from './tenant.ts'

export function mailTestOf(context: RequestContext) {
  const { write, releaseConnection, actor, services } = context
  return { write, releaseConnection, actor, entity: tenantOf(context), ring: services.ring }
}

/** Through the server that is tried, in the reader's language. What it answers is logged. */
export function sendCodeTo(context: RequestContext, to: string): SendCode {
  const { services, locale, t, requestId } = context
  const { name, theme_colour } = tenantOf(context)
  return async (own, code) => {
    const letter = mailTestLetter({ name, code, minutes: codeMinutes }, t)
    const message = {
      id: newId(),
      to: { address: to },
      subject: lineOf(letter.subject, 200),
      text: plainLetter(letter),
      html: htmlLetter(letter, { t, locale, colour: theme_colour }),
      list: 'mail-test',
    }
    try {
      await services.tryMail(own, message)
    } catch (error) {
      services.log.warn({ requestId, err: error }, 'test mail was not sent')
      throw error
    }
  }
}
