import { sql, type Transaction } from 'kysely'
import { platformSender, senderOf } from '#app/domain/core/letters/phrases.ts'
import { countUses, timesUsed } from '#app/domain/core/rate-limit.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { type CodePurpose, codeLife, codeMac, newCode } from '#app/domain/identity/codes/one-time-code.ts'
import { codeLetter } from '#app/domain/identity/letters/identity-letters.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import { MessageError } from '#app/integrations/sms/error.ts'
import { sendText } from '#app/integrations/sms/send.ts'
import { gatewayOf, type MessageChannel } from '#app/integrations/sms/settings.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import type { DB } from '#db/types.ts'
import type { Handler, JobTools } from '#jobs/handler.ts'
import { mailSettings, platformSettings } from '#jobs/mail/mail-settings.ts'
import { type LetterMail, mailLetter } from '#jobs/mail/send-letter.ts'

const day = 86_400
/** From all organisations together: nobody needs more, only a fraud does. */
const perNumber = { points: 20, seconds: day } as const

interface From {
  /** An organisation's id, or the platform. */
  whose: string
  nametag: string
  mail(): Promise<{ settings: MailSettings; sender: Sender; organisation?: LetterMail['organisation'] }>
}
type Sender = ReturnType<typeof senderOf>

export const sendCode: Handler<'code.send'> = async ({ code_id }, tools) => {
  const organisation = await tools.withTenant((trx) =>
    trx
      .selectFrom('platform.entity')
      .select(['nametag', 'name', 'contact_phone', 'contact_email', 'theme_colour', 'logo_file'])
      .where('id', '=', tools.entity.id)
      .executeTakeFirstOrThrow(),
  )
  await send(tools, code_id, {
    whose: tools.entity.id,
    nametag: organisation.nametag,
    mail: async () => ({ settings: await mailSettings(tools), sender: senderOf(organisation), organisation }),
  })
}

/** At the platform's place. */
export const sendOrganisationCode: Handler<'organisation.send'> = ({ code_id }, tools) => {
  const sender = platformSender(tools.environment)
  return send(tools, code_id, {
    whose: 'platform',
    nametag: sender.name,
    mail: async () => ({ settings: platformSettings(tools.environment, sender.name), sender }),
  })
}

interface Claimed {
  id: string
  code: string
  purpose: CodePurpose
  channel: string
  address: string
  locale: Locale
}

async function send(tools: JobTools, id: string, from: From): Promise<void> {
  const claimed = await claim(tools, id)
  if (!claimed) return
  const { channel } = claimed
  if (channel === 'email') await orAgain(tools, id, () => byMail(tools, claimed, from))
  else await orAgain(tools, id, () => byMessage(tools, claimed, channel as MessageChannel, from))
}

/**
 * Keeps the fingerprint of a new code: the first run that gets here is the only one that sends, and the code was never
 * anywhere but in its memory. Undefined when nobody has the address, or the code was sent, replaced, or is over.
 */
async function claim({ withTenant, environment }: JobTools, id: string): Promise<Claimed | undefined> {
  const code = newCode()
  const code_mac = codeMac(environmentKeyring(environment), id, code)
  const row = await withTenant((trx) =>
    trx
      .updateTable('one_time_code')
      .set({ code_mac })
      .where('id', '=', id)
      .where('deliver', '=', true)
      .where('code_mac', 'is', null)
      .where('replaced_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['purpose', 'channel', 'address', 'locale'])
      .executeTakeFirst(),
  )
  return row && { id, code, ...row, purpose: row.purpose as CodePurpose, locale: knownLocale(row.locale) }
}

/**
 * A code that has certainly not gone out is given back and sent by a later run. One that may have gone out is not sent
 * again: its person can ask for another, and each one costs money.
 */
async function orAgain({ withTenant, log }: JobTools, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { failure, maybe, answer } = error as Partial<MessageError>
    log.warn({ code_id: id, failure, maybe, answer }, 'the code was not sent')
    if (maybe || failure === 'number' || failure === 'text') return
    await giveBack(withTenant, id)
    throw error
  }
}

/** What was not sent is nothing that could be guessed. */
async function giveBack(withTenant: JobTools['withTenant'], id: string): Promise<void> {
  await withTenant((trx) =>
    trx.updateTable('one_time_code').set({ code_mac: null }).where('id', '=', id).execute(),
  )
}

/**
 * Which limit of the day is reached, if one is; else this message is counted. One organisation is given messages only
 * while more are left than it had, so that it gets half of them at most, rounded up, whoever asks for its codes.
 */
async function limitReached(trx: Transaction<DB>, whose: string, address: string, perDay: number) {
  const all = { key: 'messages', points: perDay, seconds: day }
  const own = { key: `messages of ${whose}`, points: perDay, seconds: day }
  const left = perDay - (await timesUsed(trx, all.key, day))
  if ((await timesUsed(trx, own.key, day)) >= left) return left > 0 ? 'of the organisation' : 'of all'
  const over = await countUses(trx, [{ key: `messages:${address}`, ...perNumber }, all, own])
  return over && (over === all.key ? 'of all' : 'of the number')
}

async function byMessage(
  { environment, withTenant, withPlatform, log }: JobTools,
  { id, code, address, locale }: Claimed,
  channel: MessageChannel,
  { nametag, whose }: From,
): Promise<void> {
  const gateway = gatewayOf(environment, channel)
  if (!gateway) throw new MessageError('not_set')
  const over = await withPlatform((trx) => limitReached(trx, whose, address, environment.messagesPerDay))
  if (over) {
    await giveBack(withTenant, id)
    return log.error({ code_id: id, limit: over }, 'no more messages today: the code was not sent')
  }
  const t = i18nOf(locale).getFixedT(locale)
  const words = t('auth.code_message', { code, minutes: codeLife.seconds / 60 })
  const sent = await sendText(gateway, { channel, to: address, text: prefixed(channel, nametag, words) })
  log.info({ code_id: id, channel, message: sent.id }, 'code sent')
}

async function byMail(
  tools: JobTools,
  { code, purpose, address, locale }: Claimed,
  from: From,
): Promise<void> {
  const { settings, sender, organisation } = await from.mail()
  const t = i18nOf(locale).getFixedT(locale)
  await mailLetter(tools, settings, {
    to: { address, name: null, locale },
    letter: codeLetter(code, purpose, { t, sender }),
    ...(organisation ? { organisation } : {}),
    list: 'code',
  })
}
