import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createPool } from '#db/pool.ts'

const reconnectMs = 1_000

/**
 * Listens to a channel of Postgres until `signal` is aborted; the promise then resolves. It has a connection of its own, opened
 * again a second after it broke. `onNotify` is also called for each new connection, because notifications in between are lost.
 */
export async function listen(
  options: { url: string; channel: string; log: Logger; signal: AbortSignal },
  onNotify: () => void,
): Promise<void> {
  const { log, signal, channel } = options
  while (!signal.aborted) {
    await listenOnce(options, onNotify).catch((error) =>
      log.warn({ err: error, channel }, 'listening was interrupted'),
    )
    await sleep(reconnectMs, undefined, { signal }).catch(() => {})
  }
}

/** Resolves when the signal is aborted; refuses with the error that broke the connection. */
async function listenOnce(
  { url, channel, signal }: { url: string; channel: string; signal: AbortSignal },
  onNotify: () => void,
) {
  const pool = createPool(url, { max: 1, waitMs: 5_000 })
  try {
    const client = await pool.connect()
    try {
      const over = new Promise<void>((resolve, reject) => {
        client.on('error', reject)
        client.once('end', () => reject(new Error('the connection ended')))
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      over.catch(() => {})
      client.on('notification', onNotify)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onNotify()
      if (!signal.aborted) await over
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
