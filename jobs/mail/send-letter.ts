import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import type { DocumentRequest } from '#app/domain/core/documents/document.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import type { PlatformLetter, TenantLetter } from '#app/domain/core/letters/define-letter.ts'
import { type Letter, type Organisation, plainLetter } from '#app/domain/core/letters/letter.ts'
import { htmlLetter } from '#app/domain/core/letters/letter-html.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { platformSender } from '#app/domain/core/letters/phrases.ts'
import type { Recipient } from '#app/domain/core/letters/recipients.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { originOf, originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { countHardError, noteDelivered } from '#app/domain/organisation/mail-server/mail-server.ts'
import { recordFailedMail } from '#app/domain/reporting/failed-mails/failed-mails.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { linkIn } from '#app/i18n/link-language.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { isMailAddress, type MailAttachment, type MailMessage } from '#app/integrations/mail/message.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import type { Payload, PlatformJobName, TenantJobName } from '#app/outbox/catalogue.ts'
import { mailLogo } from '#app/print/logo/mail-logo.ts'
import type { JobTools, TenantTools } from '#jobs/handler.ts'
import { keysOf } from '#jobs/handler.ts'
import { isLastTry } from '#jobs/last-try.ts'
import { attachedDocument } from '#jobs/pdf/make-document.ts'
import { mailSettings, platformSettings } from './mail-settings.ts'

/** A recipient with an address. */
type Reachable = Recipient & { address: string }

/** The document that is attached, or several; what does not exist yet is made. */
type Attached<Loaded> = (
  loaded: Loaded,
  locale: Locale,
  labels: TenantLabels | undefined,
) => DocumentRequest | DocumentRequest[]

/** The job that sends a letter of an organisation, once. */
export const letterJob =
  <N extends TenantJobName, Content, Loaded extends Content>(
    letter: TenantLetter<N, Content, Loaded>,
    paper?: Attached<Loaded>,
  ) =>
  async (payload: Payload<N>, tools: TenantTools): Promise<void> => {
    const { withTenant, job, entity, environment, log } = tools
    const context = { job, entity, environment, keys: keysOf(tools) }
    const loaded = await withTenant((trx) => letter.load(trx, payload, context))
    if (loaded === undefined) return
    const to = await withTenant(async (trx) => letter.to(trx, payload, loaded))
    if (!to) return
    if (!isReachable(to)) {
      await withTenant(async (trx) => letter.noAddress?.(trx, payload, loaded))
      return log.info({ list: letter.list }, 'nobody to send it to')
    }
    const sending = { job, address: to.address }
    try {
      await sendLetter(tools, letter, to, loaded, paper)
    } catch (error) {
      if (isLastTry(job, error))
        await withTenant(async (trx) => {
          await letter.failed?.(trx, payload, { ...sending, error })
          await recordFailedMail(trx, payload, { ...sending, job, error })
        })
      throw error
    }
    if (letter.afterSending) await withTenant(async (trx) => letter.afterSending?.(trx, payload, sending))
  }

/** The job that sends a letter of the platform, once. Refuses (MailError, temporary) when the platform has no server. */
export const platformLetterJob =
  <N extends PlatformJobName, Content, Loaded extends Content>(letter: PlatformLetter<N, Content, Loaded>) =>
  async (payload: Payload<N>, tools: JobTools): Promise<void> => {
    const { withTenant, job, environment } = tools
    const context = { job, environment, keys: { ring: environmentKeyring(environment), place: 'platform' } }
    const loaded = await withTenant((trx) => letter.load(trx, payload, context))
    if (loaded === undefined) return
    const to = await withTenant(async (trx) => letter.to(trx, payload, loaded))
    if (!to || !isReachable(to)) return
    const { locale, name: reader } = to
    const t = i18nOf(locale).getFixedT(locale)
    await mailLetter(tools, platformSettings(environment, platformSender(environment).name), {
      to,
      letter: linkedIn(
        locale,
        letter.compose(loaded, { t, locale, origin: originOfMain(environment), reader }),
      ),
      list: letter.list,
    })
    const sending = { job, address: to.address }
    if (letter.afterSending) await withTenant(async (trx) => letter.afterSending?.(trx, payload, sending))
  }

/** Its link opens in the language that the letter is written in. */
function linkedIn(locale: Locale, letter: Letter): Letter {
  const { action } = letter
  return action ? { ...letter, action: { ...action, url: linkIn(locale, action.url) } } : letter
}

function isReachable(to: Recipient): to is Reachable {
  return Boolean(to.address)
}

/** Sends a loaded letter to one recipient, in their language and with the organisation's own words; once for each job. */
export async function sendLetter<Content, Loaded extends Content>(
  tools: TenantTools,
  letter: Pick<
    TenantLetter<TenantJobName, Content, Loaded>,
    'list' | 'compose' | 'sentBy' | 'noReply' | 'organisation'
  >,
  to: Reachable,
  loaded: Loaded,
  paper?: Attached<Loaded>,
): Promise<void> {
  const { withTenant, entity, environment } = tools
  const { sentBy = 'organisation', noReply, list } = letter
  const [now, labels] = await withTenant((trx) =>
    Promise.all([organisationOf(trx), sentBy === 'lunas' ? undefined : labelsOf(trx)]),
  )
  const organisation = letter.organisation?.(loaded) ?? now
  const { locale, name: reader } = to
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(entity, environment)
  const requests = paper ? [paper(loaded, locale, labels)].flat() : []
  const attachments: MailAttachment[] = []
  for (const request of requests) {
    const attachment = await attachedDocument(tools, request).catch(leftOutAmong(requests))
    if (attachment) attachments.push(attachment)
  }
  const settings = {
    organisation: () => mailSettings(tools),
    platform: () => platformSettings(environment, entity.name),
    lunas: () => platformSettings(environment, platformSender(environment).name),
  }
  await mailLetter(tools, await settings[sentBy](), {
    to,
    letter: linkedIn(locale, letter.compose(loaded, { t, locale, origin, organisation, reader })),
    ...(sentBy !== 'lunas' && {
      organisation: noReply ? { ...organisation, contact_email: '' } : organisation,
    }),
    ...(attachments.length > 0 && { attachments }),
    list,
  })
}

/** Of several documents that say the same, one that is too long for PDF is left out. */
const leftOutAmong = (requests: readonly DocumentRequest[]) => (error: unknown) => {
  if (requests.length > 1 && asRefusal(error)?.code === 'document.too_long') return undefined
  throw error
}

export interface LetterMail {
  to: Reachable
  letter: Letter
  /** Replies go to it, whichever server sends the mail; undefined for a letter of the platform. */
  organisation?: Pick<Organisation, 'contact_email' | 'theme_colour' | 'logo_file'>
  attachments?: MailAttachment[]
  /** Name of the list, for the recipient's mail filters. */
  list: string
  unsubscribe?: MailMessage['unsubscribe']
}

/** Sends a letter as a mail of text and HTML; once for each job. */
export async function mailLetter(
  tools: Pick<JobTools, 'job' | 'withTenant' | 'mailer' | 'log' | 'files'>,
  { server, from, instead }: MailSettings,
  { to, letter, organisation, attachments = [], list, unsubscribe }: LetterMail,
): Promise<void> {
  const { locale } = to
  const replyTo = organisation?.contact_email.trim() ?? ''
  const logo = await mailLogo(organisation?.logo_file ?? null, tools.files)
  const style = {
    t: i18nOf(locale).getFixedT(locale),
    locale,
    colour: organisation?.theme_colour ?? null,
    logo: logo ? { ...logo, cid: logoCid } : undefined,
  }
  const sent = await sendOnce(
    tools,
    { server, from: named(from), instead: instead && { ...instead, from: named(instead.from) } },
    {
      to: { address: to.address, name: lineOf(to.name ?? '') },
      ...(isMailAddress(replyTo) && { replyTo: { address: replyTo } }),
      subject: lineOf(letter.subject, 200),
      text: plainLetter(letter),
      html: htmlLetter(letter, style),
      attachments: [...attachments, ...(logo ? [logoPart(logo.bytes)] : [])],
      list,
      ...(unsubscribe && { unsubscribe }),
    },
  )
  tools.log.info({ list, sent }, sent ? 'mail sent' : 'mail was sent before')
}

const named = (from: MailSettings['from']) => ({ ...from, name: lineOf(from.name ?? '') })

const logoCid = 'logo@lunas'

function logoPart(content: Buffer): MailAttachment {
  return { name: 'logo.png', contentType: 'image/png', content, cid: logoCid }
}

/**
 * Sends a mail unless an earlier run of the job has; returns whether this run sent it. `sent_mail` has a row for each mail. A
 * worker that dies after the server has accepted a mail and before that row sends a second copy, with the same Message-ID and a
 * warning in the log.
 */
export async function sendOnce(
  { job, withTenant, mailer, log }: Pick<JobTools, 'job' | 'withTenant' | 'mailer' | 'log'>,
  settings: MailSettings,
  message: Omit<MailMessage, 'id'>,
): Promise<boolean> {
  const sent = await withTenant((trx) =>
    trx.selectFrom('sent_mail').select('key').where('key', '=', job.id).executeTakeFirst(),
  )
  if (sent) return false
  if (job.interrupted) log.warn('an earlier run was cut off and may have sent this mail: it may go out twice')
  await sendOwnOrInstead({ job, withTenant, mailer, log }, settings, { ...message, id: job.id })
  await withTenant((trx) =>
    trx
      .insertInto('sent_mail')
      .values({ key: job.id, recipient: message.to.address })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute(),
  )
  return true
}

/**
 * By the server of the settings. A mail that an organisation's own server will not take, though nothing is wrong with the
 * mail, goes out by the platform's, and is counted: after some in a row the own one is not asked any more.
 */
async function sendOwnOrInstead(
  { job, withTenant, mailer, log }: Pick<JobTools, 'job' | 'withTenant' | 'mailer' | 'log'>,
  { instead, ...settings }: MailSettings,
  message: MailMessage,
): Promise<void> {
  // A stranger's server is the organisation's own; the sandbox, which is trusted, brings who sends instead.
  const isOwn = !settings.server.trusted || instead !== undefined
  try {
    await mailer.send(settings, message)
  } catch (error) {
    if (!isOwn || !(error instanceof MailError) || !isHard(error, job)) throw error
    const over = await withTenant((trx) => countHardError(trx, error.failure))
    log.warn(
      { failure: error.failure, answer: error.answer, over },
      "the organisation's own server took no mail",
    )
    if (!instead) throw error
    await mailer.send(instead, message)
    return
  }
  if (isOwn) await withTenant((trx) => noteDelivered(trx))
}

/** The server's own fault, and for good: not the recipient's address, not the mail, not a bad evening. */
function isHard(error: { failure: string; recipient: boolean; permanent: boolean }, job: JobTools['job']) {
  if (error.recipient || error.failure === 'invalid') return false
  return error.permanent || isLastTry(job, error)
}
