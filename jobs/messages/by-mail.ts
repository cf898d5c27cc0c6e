import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { referenceOf } from '#app/domain/messaging/delivery/claim.ts'
import { framedMessage, pictureCid } from '#app/domain/messaging/frame.ts'
import { type MessageReader, optOutLink, unsubscribeHeaders } from '#app/domain/messaging/opt-outs/opt-out.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { linkIn } from '#app/i18n/link-language.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import type { MailAttachment } from '#app/integrations/mail/message.ts'
import { keysOf, type TenantTools } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { mailLetter } from '#jobs/mail/send-letter.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import type { Transport, Tried } from './transport.ts'

/** Tries of one mail after which an organisation's own server is taken for broken, as with every other mail. */
const tries = 12

/** By the organisation's server or the platform's, one after another: no mail server can tell whether it has a mail already. */
export async function byMail(tools: TenantTools): Promise<Transport> {
  const { withTenant, entity, environment } = tools
  const origin = originOf(entity, environment)
  const [settings, [organisation, labels], time] = await Promise.all([
    mailSettings(tools).catch((error: unknown) => error as Error),
    withTenant((trx) => Promise.all([organisationOf(trx), labelsOf(trx)])),
    tools.now(),
  ])
  const files = attachmentsOf(tools)
  const keys = keysOf(tools)
  const referenceFor = (message_id: string) => referenceOf(entity.id, message_id, 'email')
  return {
    atOnce: 1,
    perSecond: environment.mailsPerSecond,

    async send(message, composed) {
      const { message_id, name, address, attempts } = message
      const locale = knownLocale(message.locale)
      const t = i18nOf(locale, labels).getFixedT(locale)
      const reader = { parent_id: message.parent_id, user_id: message.user_id } as MessageReader
      const opt_out_url = linkIn(locale, optOutLink(origin, keys, reader, time))
      // Not read is not sent, and stays so.
      const attachments = await files(composed).catch((error: unknown) => {
        tools.log.error({ message_id, err: error }, 'a file of a message could not be read')
        return undefined
      })
      if (!attachments) return { outcome: { status: 'failed', reason: 'text' } }
      const job = { ...tools.job, id: referenceFor(message_id), attempt: attempts, attempts: tries }
      try {
        if (settings instanceof Error) throw settings
        await mailLetter({ ...tools, job: { ...job, interrupted: false } }, settings, {
          to: { address, name, locale },
          letter: framedMessage(composed, { t, locale, origin, organisation, reader: name, opt_out_url }),
          organisation,
          attachments,
          list: message.kind,
          unsubscribe: unsubscribeHeaders(origin, keys, reader, time),
        })
        return { outcome: { status: 'sent' } }
      } catch (error) {
        return judged(error)
      }
    },

    async recover(message_id) {
      const sent = await withTenant((trx) =>
        trx
          .selectFrom('sent_mail')
          .select('key')
          .where('key', '=', referenceFor(message_id))
          .executeTakeFirst(),
      )
      return sent ? { status: 'sent' } : 'copy'
    },
  }
}

function judged(error: unknown): Tried {
  if (error instanceof Postponed) return { outcome: { status: 'untried' }, trouble: { busyMs: error.ms } }
  if (!(error instanceof MailError)) throw error
  const { failure, permanent, recipient, maybe, answer } = error
  const why = { failure, permanent, answer }
  if (maybe) return { outcome: { status: 'failed', reason: 'unsure' }, trouble: 'soft', why }
  if (failure === 'invalid' || (permanent && recipient))
    return { outcome: { status: 'failed', reason: 'address' }, why }
  if (permanent && failure === 'refused') return { outcome: { status: 'failed', reason: 'refused' }, why }
  if (failure !== 'deferred') return { outcome: { status: 'again' }, trouble: 'hard', why }
  // An address that is to be tried later says nothing about the server.
  return { outcome: { status: 'again' }, ...(!recipient && { trouble: 'soft' as const }), why }
}

/** Pictures, which the mail shows, and attachments; read once for all mails of a run. */
function attachmentsOf({ withTenant, files }: TenantTools) {
  const known = new Map<string, Promise<Omit<MailAttachment, 'name' | 'cid'>>>()
  const read = async (id: string) => {
    const { storage_key, content_type } = await withTenant((trx) =>
      trx
        .selectFrom('stored_file')
        .select(['storage_key', 'content_type'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    return { contentType: content_type, content: await files.get(storage_key) }
  }
  return (message: ComposedMessage): Promise<MailAttachment[]> =>
    Promise.all(
      message.files.map(async ({ file_id, name, kind }) => {
        const reading = known.get(file_id) ?? read(file_id)
        known.set(file_id, reading)
        return { name, ...(await reading), ...(kind === 'picture' && { cid: pictureCid(file_id) }) }
      }),
    )
}
