import { request } from 'node:http'
import { isIPv6 } from 'node:net'
import { connect } from 'node:tls'

interface At {
  /** Connected to as it is: no name is looked up a second time, so that no other answer can lead elsewhere. */
  address: string
  port: number
  domain: string
  timeoutMs?: number
}

/** More than our own answer has. */
const mostBytes = 4_096

/**
 * What the server at this address says to a path in the name of a domain; follows no redirect and reads no more than
 * 4 kB. Undefined when it says something else than 200, `slow` or `refused` when nothing comes.
 */
export function asked(
  { address, port, domain, timeoutMs = 5_000 }: At,
  path: string,
): Promise<{ text: string | undefined } | { fault: 'slow' | 'refused' }> {
  return new Promise((resolve) => {
    const late = AbortSignal.timeout(timeoutMs)
    const sent = request({
      ...{ host: address, port, path, family: isIPv6(address) ? 6 : 4, agent: false, signal: late },
      headers: { host: domain, accept: 'text/plain', connection: 'close' },
    })
    const over = (answer: Parameters<typeof resolve>[0]) => {
      resolve(answer)
      sent.destroy()
    }
    sent.on('error', () => over({ fault: late.aborted ? 'slow' : 'refused' }))
    sent.on('response', (response) => {
      if (response.statusCode !== 200) return over({ text: undefined })
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (part: string) => {
        text += part
        if (text.length > mostBytes) over({ text: undefined })
      })
      response.on('end', () => over({ text }))
      response.on('error', () => over({ fault: late.aborted ? 'slow' : 'refused' }))
    })
    sent.end()
  })
}

/**
 * Whether that server shows a certificate for the domain that browsers believe. The first to ask makes a proxy fetch one,
 * which takes it some seconds. `ca`: of whom one is believed besides those of the machine.
 */
export function certified({ address, port, domain, timeoutMs = 20_000, ca }: At & { ca?: string }) {
  return new Promise<'ok' | 'failed' | 'refused' | 'slow'>((resolve) => {
    const socket = connect({ host: address, port, servername: domain, ...(ca && { ca }) })
    const over = (answer: 'ok' | 'failed' | 'refused' | 'slow') => {
      clearTimeout(late)
      resolve(answer)
      socket.destroy()
    }
    const late = setTimeout(() => over('slow'), timeoutMs)
    socket.on('secureConnect', () => over('ok'))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      over(/^E(CONN|HOST|NET)/.test(error.code ?? '') && error.code !== 'ECONNRESET' ? 'refused' : 'failed'),
    )
  })
}
