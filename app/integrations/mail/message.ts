import type { SendMailOptions } from 'nodemailer'
import { MailError } from './error.ts'

export interface Mailbox {
  name?: string
  address: string
}

export interface MailAttachment {
  name: string
  contentType: string
  content: Uint8Array
  /** Of a picture that the HTML shows as `cid:…`; it is no attachment to a reader. */
  cid?: string
}

export interface MailMessage {
  /** The id of the job: the same job always makes the same Message-ID, so a second copy is known as a copy. */
  id: string
  to: Mailbox
  replyTo?: Mailbox
  subject: string
  text: string
  html?: string
  attachments?: MailAttachment[]
  /** Kind of mail, such as "receipt", for the recipient's filters (List-Id). */
  list?: string
  /** By which mail programs offer to leave the list (RFC 8058). */
  unsubscribe?: { 'List-Unsubscribe': string; 'List-Unsubscribe-Post': string }
}

/** Most letters of a subject or name; longer ones are cut by the writer of the mail, not here. */
const longest = 250

/**
 * For nodemailer. Refuses (MailError "invalid", permanent) a name, subject, address, file name or id with a control
 * character, an address that is none, a subject that is empty and what is too long: headers hold what we put there and
 * nothing else.
 */
export function composed(from: Mailbox, message: MailMessage): SendMailOptions {
  const domain = checkedMailbox('sender', from).address.split('@')[1]!
  const { id, to, replyTo, subject, text, html, attachments = [], list, unsubscribe } = message
  if (!/^[\w-]{1,100}$/.test(id)) refuse('id')
  if (list !== undefined && !/^[a-z][a-z0-9-]{0,40}$/.test(list)) refuse('list')
  return {
    from: checkedMailbox('sender', from),
    to: checkedMailbox('recipient', to),
    ...(replyTo && { replyTo: checkedMailbox('reply address', replyTo) }),
    subject: subject.trim() === '' ? refuse('subject') : checkedLine('subject', subject),
    text,
    ...(html !== undefined && { html }),
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(list !== undefined && { 'List-Id': `<${list}.${domain}>` }),
      ...unsubscribe,
    },
    attachments: attachments.map(({ name, contentType, content, cid }) => ({
      filename: checkedLine('file name', name),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : refuse('content type'),
      content: Buffer.from(content),
      ...(cid !== undefined && { cid: /^[\w.@-]{1,100}$/.test(cid) ? cid : refuse('content id') }),
    })),
    // A string in place of content must never become a path or an address that we read for somebody.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function checkedMailbox(what: string, { name = '', address }: Mailbox): { name: string; address: string } {
  return {
    name: checkedLine(`name of the ${what}`, name),
    address: isMailAddress(address) ? address : refuse(what),
  }
}

/** Mail servers everywhere take it: ASCII, no comments, no quotes, at most 254 characters. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(
      text,
    )
  )
}

function checkedLine(what: string, text: string): string {
  // A reader's program would decode an encoded word that somebody typed, line breaks included.
  const encodedWord = /=\?[^?\s]+\?[bq]\?/i
  return text.length > longest || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || encodedWord.test(text)
    ? refuse(what)
    : text
}

/** The value itself is not repeated: it may be the attack. */
function refuse(what: string): never {
  throw new MailError('invalid', true, { detail: what })
}
