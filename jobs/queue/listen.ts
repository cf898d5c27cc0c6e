import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createPool } from '#db/pool.ts'

const restMs = 1_000

/**
 * Until `signal` is aborted; the promise then resolves. The connection is its own, made anew a second after it broke,
 * and `heard` is called for each new one too, because what was said in between is lost.
 */
export async function listen(
  options: { url: string; channel: string; log: Logger; signal: AbortSignal },
  heard: () => void,
): Promise<void> {
  const { log, signal, channel } = options
  while (!signal.aborted) {
    await listenOnce(options, heard).catch((error) =>
      log.warn({ err: error, channel }, 'listening was interrupted'),
    )
    await sleep(restMs, undefined, { signal }).catch(() => {})
  }
}

/** Resolves when the signal is aborted; refuses with the error that broke the connection. */
async function listenOnce(
  { url, channel, signal }: { url: string; channel: string; signal: AbortSignal },
  heard: () => void,
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
      client.on('notification', heard)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      heard()
      if (!signal.aborted) await over
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
