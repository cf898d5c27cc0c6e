import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { type Claimed, referenceOf } from '#app/domain/messaging/delivery/claim.ts'
import { type MessageReader, optOutLink } from '#app/domain/messaging/opt-outs/opt-out.ts'
import { smsCredits } from '#app/domain/messaging/texts/sms-credits.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { linkIn } from '#app/i18n/link-language.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { MessageError } from '#app/integrations/sms/error.ts'
import { canTell, type Gateway } from '#app/integrations/sms/gateway.ts'
import { askGateway, sendText } from '#app/integrations/sms/send.ts'
import { gatewayOf } from '#app/integrations/sms/settings.ts'
import { keysOf, type TenantTools } from '#jobs/handler.ts'
import type { Transport, Tried } from './transport.ts'

const most = 20

/** SMS and WhatsApp by the gateway that is set; without one, as if it were out of order. */
export async function byGateway(channel: 'sms' | 'whatsapp', tools: TenantTools): Promise<Transport> {
  const { environment, entity } = tools
  const keys = keysOf(tools)
  const [labels, time] = await Promise.all([tools.withTenant(labelsOf), tools.now()])
  const origin = originOf(entity, environment)
  /** WhatsApp has no header for it, so the link stands below the text; an SMS may hold none. */
  const optOutOf = ({ parent_id, user_id, locale }: Claimed) => {
    const known = knownLocale(locale)
    const reader = { parent_id, user_id } as MessageReader
    const url = linkIn(known, optOutLink(origin, keys, reader, time))
    return `\n\n${i18nOf(known, labels).getFixedT(known)('announcement.whatsapp.opt_out', { url })}`
  }
  const gateway = gatewayOf(environment, channel)
  const perSecond = gateway?.per_second ?? most
  const referenceFor = (message_id: string) => referenceOf(entity.id, message_id, channel)
  return {
    atOnce: gateway && canTell(gateway) ? Math.min(most, perSecond) : 1,
    perSecond,

    async send(message, composed) {
      const { message_id, address } = message
      const said = composed[channel]
      const text = said && channel === 'whatsapp' ? said + optOutOf(message) : said
      // A name or the organisation's own can have changed since the message was planned.
      if (!text || (channel === 'sms' && smsCredits(text) === null))
        return { outcome: { status: 'failed', reason: 'text' } }
      const reference = referenceFor(message_id)
      try {
        if (!gateway) throw new MessageError('not_set')
        const { id } = await sendText(gateway, { channel, to: address, text, size: 'long', reference })
        return { outcome: { status: 'sent', gateway_id: id } }
      } catch (error) {
        if (!(error instanceof MessageError)) throw error
        const { failure, maybe, answer } = error
        const tried = maybe ? await whenUnsure(gateway!, reference) : judged(error)
        return { ...tried, why: { failure, maybe, answer } }
      }
    },

    async recover(message_id) {
      if (!gateway || !canTell(gateway)) return 'copy'
      const found = await askGateway(gateway, referenceFor(message_id))
      if (found.kind === 'taken') return { status: 'sent', gateway_id: found.id }
      return found.kind === 'missing' || gateway.reference?.deduplicates ? 'again' : 'later'
    },
  }
}

/** The gateway may have taken it. It is sent again only if it says that it has not. */
async function whenUnsure(gateway: Gateway, reference: string): Promise<Tried> {
  const found = await askGateway(gateway, reference)
  if (found.kind === 'taken') return { outcome: { status: 'sent', gateway_id: found.id } }
  if (found.kind === 'missing') return { outcome: { status: 'again' }, trouble: 'soft' }
  return { outcome: { status: 'failed', reason: 'unsure' }, trouble: 'soft' }
}

/** It surely was not taken. */
function judged({ failure }: MessageError): Tried {
  switch (failure) {
    case 'number':
    case 'text':
      return { outcome: { status: 'failed', reason: failure } }
    case 'unclear':
      return { outcome: { status: 'failed', reason: 'refused' } }
    case 'busy':
      return { outcome: { status: 'again' }, trouble: 'soft' }
    default:
      return { outcome: { status: 'again' }, trouble: 'hard' }
  }
}
