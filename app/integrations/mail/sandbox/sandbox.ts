import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { answerToRecipient, type Behaviour, makePlay } from './behaviour.ts'
import { openMailbox, type StoredMail } from './mailbox.ts'
import { attachedFile, listPage, mailHtml, mailPage, notFound, sourceFile } from './pages.ts'

export interface MailSandboxOptions {
  /** Folder of the mails; `<dataDir>/sandbox/mail` in the product. */
  folder: string
  /** Port for SMTP on loopback; 0 lets the system choose. */
  port?: number
  /** Where the pages are mounted, without a slash at the end. */
  basePath?: string
  /** Password that every user must give when signing in; without one any password is right. */
  password?: string
}

export interface MailSandbox {
  smtpPort: number
  /** Answers a request for one of the pages; 404 for everything that is not below the base path. */
  handle(request: Request): Promise<Response>
  /** What has arrived, newest first. */
  mails(): readonly StoredMail[]
  source(id: string): Promise<Buffer | undefined>
  /** Treats everybody like this until it is called with nothing. */
  force(behaviour?: Behaviour): void
  close(): Promise<void>
}

/**
 * A mail server that keeps everything and sends nothing on, with pages to read it: for the demo and for tests. How it
 * treats a recipient is said by the address; see `behaviour.ts`.
 */
export async function createMailSandbox(options: MailSandboxOptions): Promise<MailSandbox> {
  const { folder, port = 0, basePath = '/sandbox/mail', password } = options
  const mailbox = await openMailbox(folder)
  let forced: Behaviour | undefined
  const play = makePlay(() => forced)

  async function take(
    stream: SMTPServerDataStream,
    { envelope, id }: SMTPServerSession,
  ): Promise<'answer' | 'silence'> {
    const source = await buffer(stream)
    const to = envelope.rcptTo.map(({ address }) => address)
    const behaviour = play.behaviourOf(to[0] ?? '')
    if (behaviour === 'hang') return 'silence'
    const from = envelope.mailFrom ? envelope.mailFrom.address : ''
    await mailbox.add({ from, to }, source)
    if (behaviour !== 'lost' || !play.isFirst(`lost ${to[0]}`)) return 'answer'
    hangUp(id)
    return 'silence'
  }

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 30_000_000,
    closeTimeout: 500,
    onAuth: ({ username, password: given }, _session, callback) => {
      if (password === undefined || given === password) callback(null, { user: username ?? '' })
      else callback(new Error('Invalid username or password'))
    },
    onRcptTo: (address, _session, callback) => callback(answerToRecipient(address, play)),
    onData: (stream, session, callback) => {
      take(stream, session).then((end) => end === 'answer' && callback(null, 'Kept'), callback)
    },
  })
  server.on('error', () => {})

  function hangUp(session: string) {
    for (const connection of server.connections) if (connection.id === session) connection._socket.destroy()
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : undefined
    const [, id = '', what, number] = /^\/?([a-z0-9]*)(?:\/(\w+)(?:\/(\d+))?)?$/.exec(path ?? '?') ?? []
    if (request.method === 'POST') {
      if (id !== 'clear' || request.headers.get('sec-fetch-site') === 'cross-site') return notFound(basePath)
      await mailbox.clear()
      return new Response(null, { status: 303, headers: { location: basePath } })
    }
    if (path === '' || path === '/')
      return listPage(basePath, found(url.searchParams.get('q') ?? ''), url.searchParams.get('q') ?? '')
    const mail = mailbox.list().find((one) => one.id === id)
    const source = mail && (await mailbox.source(id))
    if (!mail || !source) return notFound(basePath)
    const email = await PostalMime.parse(source)
    if (what === undefined) return mailPage(basePath, mail, email)
    if (what === 'source') return sourceFile(source)
    if (what === 'html') return mailHtml(basePath, id, email) ?? notFound(basePath)
    const file = what === 'part' ? email.attachments[Number(number)] : undefined
    return file ? attachedFile(file) : notFound(basePath)
  }

  function found(text: string): StoredMail[] {
    const wanted = text.trim().toLowerCase()
    return mailbox
      .list()
      .filter(({ subject, to }) => [subject, ...to].join(' ').toLowerCase().includes(wanted))
  }

  return {
    smtpPort: (server.server.address() as AddressInfo).port,
    handle,
    mails: mailbox.list,
    source: mailbox.source,
    force: (behaviour) => {
      forced = behaviour
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
