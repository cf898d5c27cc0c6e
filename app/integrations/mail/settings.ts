import type { Environment } from '#app/environment.ts'
import { isMailAddress, type Mailbox } from './message.ts'

/** Where a stranger's server is talked to; any other port would make us a scanner of other people's machines. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525]

export interface MailServer {
  host: string
  port: number
  /** "always": TLS from the first byte. "upgrade": STARTTLS or nothing. "may": STARTTLS when offered. "never": none. */
  tls: 'always' | 'upgrade' | 'may' | 'never'
  login?: { user: string; password: string }
  /** True for the operator's own server, which may stand anywhere; all others must be on the public internet. */
  trusted: boolean
}

export interface MailSettings {
  server: MailServer
  from: Mailbox
  /** Given when the server is the organisation's own: who sends what that will not take. */
  instead?: Omit<MailSettings, 'instead'> | undefined
}

/** As an organisation has entered it; the password is open already. */
export interface OwnMailServer {
  smtp_host: string
  smtp_port: number
  smtp_username: string | null
  smtp_password: string | null
  smtp_sender_name: string
  smtp_sender_email: string
}

type MailEnvironment = Pick<Environment, 'smtpUrl' | 'mailFrom' | 'sandbox' | 'sandboxPort'>

/** Undefined when none is set. `name` replaces the sender's name, not the address. */
export function platformMail(environment: MailEnvironment, name?: string): MailSettings | undefined {
  if (!environment.smtpUrl) return undefined
  const url = new URL(environment.smtpUrl)
  const secure = url.protocol === 'smtps:'
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const server: MailServer = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    tls: secure ? 'always' : loopback ? 'never' : url.username ? 'upgrade' : 'may',
    trusted: true,
  }
  const from = parseMailbox(environment.mailFrom)
  if (url.username)
    server.login = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  return { server, from: name === undefined ? from : { ...from, name } }
}

/** In the demo it may be the sandbox, which is trusted as the platform's server is. */
export function ownMail(environment: MailEnvironment, own: OwnMailServer): MailSettings {
  const { smtp_host: host, smtp_port: port, smtp_username: user, smtp_password: password } = own
  const sandboxed =
    environment.sandbox && ['localhost', '127.0.0.1'].includes(host) && port === environment.sandboxPort + 1
  const server: MailServer = {
    host,
    port,
    tls: sandboxed ? 'never' : port === 465 ? 'always' : user ? 'upgrade' : 'may',
    trusted: sandboxed,
  }
  if (user) server.login = { user, password: password ?? '' }
  return { server, from: { name: own.smtp_sender_name, address: own.smtp_sender_email } }
}

/** `Name <address>` or a bare address. Refuses anything else. */
export function parseMailbox(text: string): Mailbox {
  const [, name, address] = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+)>\s*$/.exec(text) ?? [undefined, '', text.trim()]
  if (!isMailAddress(address!)) throw new Error(`not a mail address: ${text.slice(0, 100)}`)
  return name ? { name, address: address! } : { address: address! }
}
