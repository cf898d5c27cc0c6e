import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface CountingMail {
  port: number
  /** How often each address got a mail. */
  counts: Map<string, number>
  /** When each address got its first mail, by the clock of this process. */
  arrivals: Map<string, number>
  close(): Promise<void>
}

/** A mail server that counts what it takes, slowly, and refuses addresses that begin with `refuse-`. */
export async function countMails({ ms = 0 }: { ms?: number } = {}): Promise<CountingMail> {
  const counts = new Map<string, number>()
  const arrivals = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.startsWith('refuse-')
          ? Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 })
          : undefined,
      ),
    onData(stream, { envelope }, callback) {
      stream.resume()
      stream.once('end', async () => {
        for (const { address } of envelope.rcptTo) {
          counts.set(address, (counts.get(address) ?? 0) + 1)
          if (!arrivals.has(address)) arrivals.set(address, performance.now())
        }
        await sleep(ms)
        callback(null, 'Kept')
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ port: (server.server.address() as AddressInfo).port, counts, arrivals },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
