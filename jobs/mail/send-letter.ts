import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { DocumentRequest } from '#app/domain/core/documents/document.ts'
import { type Letter, plainLetter } from '#app/domain/core/letters/letter.ts'
import { htmlLetter } from '#app/domain/core/letters/letter-html.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import type { Recipient } from '#app/domain/core/letters/recipients.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { isMailAddress, type MailAttachment } from '#app/integrations/mail/message.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import { mailLogo } from '#app/print/logo/mail-logo.ts'
import type { JobTools, TenantTools } from '#jobs/handler.ts'
import { attachedDocument } from '#jobs/pdf/make-document.ts'
import { mailSettings, platformSettings } from './mail-settings.ts'
import { sendOnce } from './send-once.ts'

/** Answers go there, whoever's server sends the mail. */
interface Organisation {
  contact_email: string
  theme_colour: string | null
  logo_file: string | null
}

interface Sending {
  to: Recipient
  letter: Letter
  organisation: Organisation
  document: DocumentRequest & { kind: 'receipt' | 'invoice' | 'statement'; subject_id: string }
}

/** Once for this job. When nobody has an address, that is noted in the audit log and the job is done. */
export async function sendLetter(tools: TenantTools, sending: Sending): Promise<void> {
  const { to, letter, organisation, document } = sending
  const { address, locale } = to
  if (!address) return noteUnsent(tools, document)
  const attachment = await attachedDocument(tools, document)
  const sent = await postLetter(tools, await mailSettings(tools), {
    to: { address, name: to.name, locale },
    letter,
    organisation,
    attachments: [attachment],
    list: document.kind,
  })
  tools.log.info({ [document.kind]: document.subject_id, sent }, sent ? 'mail sent' : 'mail was sent before')
}

export interface Post {
  to: Recipient & { address: string }
  letter: Letter
  /** Not given when the platform writes. */
  organisation?: Organisation
  attachments?: MailAttachment[]
  /** For the recipient's filters. */
  list: string
}

/** Once for this job; says whether this run sent it. */
export async function postLetter(
  tools: Pick<JobTools, 'job' | 'inPlace' | 'mailer' | 'log' | 'files'>,
  { server, from, instead }: MailSettings,
  { to, letter, organisation, attachments = [], list }: Post,
): Promise<boolean> {
  const { locale } = to
  const replyTo = organisation?.contact_email.trim() ?? ''
  const logo = await mailLogo(organisation?.logo_file ?? null, tools.files)
  const dress = {
    t: i18nOf(locale).getFixedT(locale),
    locale,
    colour: organisation?.theme_colour ?? null,
    logo: logo ? { ...logo, cid: logoCid } : undefined,
  }
  return sendOnce(
    tools,
    { server, from: named(from), instead: instead && { ...instead, from: named(instead.from) } },
    {
      to: { address: to.address, name: lineOf(to.name ?? '') },
      ...(isMailAddress(replyTo) && { replyTo: { address: replyTo } }),
      subject: lineOf(letter.subject, 200),
      text: plainLetter(letter),
      html: htmlLetter(letter, dress),
      attachments: [...attachments, ...(logo ? [logoPart(logo.bytes)] : [])],
      list,
    },
  )
}

const named = (from: MailSettings['from']) => ({ ...from, name: lineOf(from.name ?? '') })

const logoCid = 'logo@lunas'

function logoPart(content: Buffer): MailAttachment {
  return { name: 'logo.png', contentType: 'image/png', content, cid: logoCid }
}

/** Once for this job. Refuses (MailError, temporary) when the platform has no server. */
export async function sendPlatformLetter(tools: JobTools, post: Omit<Post, 'organisation'>): Promise<void> {
  const sent = await postLetter(tools, platformSettings(tools.environment), post)
  tools.log.info({ list: post.list, sent }, sent ? 'mail sent' : 'mail was sent before')
}

async function noteUnsent({ inPlace, log }: TenantTools, { kind, subject_id: id }: Sending['document']) {
  const why = { after: { reason: 'no_address' } }
  await inPlace((trx) =>
    kind === 'statement'
      ? record(trx, systemActor, 'parent.statement_not_sent', { type: 'parent', id }, why)
      : record(
          trx,
          systemActor,
          `${kind}.not_sent`,
          { type: kind === 'receipt' ? 'payment' : 'invoice', id },
          why,
        ),
  )
  log.info({ [kind]: id }, 'nobody to send it to')
}
