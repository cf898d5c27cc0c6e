import { isIP, Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { asMailError, MailError } from './error.ts'
import { composed, type MailMessage } from './message.ts'
import { type Lookup, publicAddress } from './public-address.ts'
import { type MailServer, type MailSettings, mailPorts } from './settings.ts'

export interface MailOptions {
  /** For each step of the talk with the server; the whole mail may take three times as long. */
  stepMs?: number
  /** For tests. */
  lookup?: Lookup
}

export interface SentMail {
  messageId: string
  /** What the server said, cut and cleaned; holds its queue id. */
  answer: string
}

/**
 * Refuses with a MailError that says whether trying again can help. A failure after the message was handed over leaves
 * open whether it goes out; sending it again then makes a copy with the same Message-ID.
 */
export async function sendMail(
  settings: MailSettings,
  message: MailMessage,
  { stepMs = 10_000, lookup }: MailOptions = {},
): Promise<SentMail> {
  const mail = composed(settings.from, message)
  return talk(settings.server, { stepMs, wholeMs: 3 * stepMs, lookup }, async (transport) => {
    const { messageId, response } = await transport.sendMail(mail)
    return { messageId, answer: response.slice(0, 300) }
  })
}

async function talk<R>(
  server: MailServer,
  limits: { stepMs: number; wholeMs: number; lookup: Lookup | undefined },
  work: (transport: ReturnType<typeof transportOver>) => Promise<R>,
): Promise<R> {
  const address = await addressOf(server, limits.lookup)
  const socket = new Socket()
  const handedOver = { is: false }
  let late = false
  const deadline = setTimeout(() => {
    late = true
    socket.destroy()
  }, limits.wholeMs)
  try {
    return await work(transportOver(socket, server, address, limits.stepMs, handedOver))
  } catch (error) {
    const failed = late ? new MailError('slow', false, { cause: error }) : asMailError(error)
    failed.maybe = handedOver.is && ['slow', 'unreachable', 'nonsense'].includes(failed.failure)
    throw failed
  } finally {
    clearTimeout(deadline)
    socket.destroySoon()
  }
}

async function addressOf({ host, port, trusted }: MailServer, lookup: Lookup | undefined): Promise<string> {
  if (trusted) return host
  if (!mailPorts.includes(port)) throw new MailError('port', true, { detail: `port ${port}` })
  const address = await publicAddress(host, lookup)
  if (!address) throw new MailError('not_public', false, { detail: 'the host has no public address' })
  return address
}

/** One for each mail, over a socket that we can cut whatever state it is in. */
function transportOver(
  socket: Socket,
  { host, port, tls, login }: MailServer,
  address: string,
  stepMs: number,
  handedOver: { is: boolean },
) {
  const transport = createTransport({
    socket,
    host: address,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'never',
    opportunisticTLS: tls === 'may',
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) === 0 && { servername: host }) },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    maxResponseSize: 65_536,
  })
  // The message is read once the server has asked for it; at its end all of it is on its way.
  transport.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = (options) =>
      read(options).once('end', () => {
        handedOver.is = true
      })
    done()
  })
  return transport
}
