import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'

/** All connections of one process to the Redis that keeps its queue. */
export interface RedisLines {
  /** For who puts jobs in: an answer within seconds or an error, and nothing waits in memory meanwhile. */
  producer(): Redis
  /** For the worker, which waits until Redis is back; BullMQ takes a copy of it to block on. */
  consumer(): Redis
  /** The last connection that `producer` has made. */
  producing(): Redis | undefined
  /** Whether jobs can be put in now. */
  ready(): boolean
  /** Told each time that this has become so. */
  onReady(listener: () => void): void
  /** Since when one of them is out of reach; undefined when all answer. */
  lostSince(): Date | undefined
  /** Commands that wait for an answer or for the connection. */
  pending(): number
  /** Ends all at once, whatever waits. */
  hangUp(): void
}

const common: RedisOptions = {
  connectTimeout: 5_000,
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(100 * 2 ** times, 2_000),
}

/** Milliseconds in which Redis must answer who puts jobs in. */
const patience = 5_000

/**
 * `url` is `redis:` or, encrypted, `rediss:`. An outage is one line in the log, its end another; of errors only the words
 * are logged, because ioredis hangs the command on them, and that of signing in holds the password.
 */
export function redisLines(url: string, log: Logger): RedisLines {
  const lines = new Set<Redis>()
  const lost = new Map<Redis, Date>()
  const listeners: (() => void)[] = []
  let putting: Redis | undefined
  let policy: string | undefined

  function lose(line: Redis, why: string) {
    if (!lines.has(line) || lost.has(line)) return
    lost.set(line, new Date())
    if (lost.size === 1)
      log.warn({ why }, 'the queue in Redis is out of reach; jobs wait in the outbox until it is back')
  }

  function find(line: Redis) {
    if (lost.delete(line) && lost.size === 0) log.info('the queue in Redis answers')
  }

  function follow(line: Redis): Redis {
    lines.add(line)
    const copy = line.duplicate.bind(line)
    line.duplicate = (more) => follow(copy(more))
    line.on('error', (error) => lose(line, reasonOf(error)))
    // unlike "close", only when nobody here has ended it
    line.on('reconnecting', () => lose(line, 'the connection ended'))
    line.on('ready', () => find(line))
    return line
  }

  async function lookAtPolicy(line: Redis) {
    const found = /^maxmemory_policy:(.*?)\s*$/m.exec(await line.info('memory'))?.[1]
    if (!found || found === policy) return
    policy = found
    if (found !== 'noeviction')
      log.warn({ policy }, 'Redis may throw jobs away: its maxmemory-policy must be noeviction')
  }

  return {
    producer() {
      const line = follow(
        new Redis(url, {
          ...common,
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          commandTimeout: patience,
        }),
      )
      line.on('ready', () => {
        for (const listener of listeners) listener()
        void lookAtPolicy(line).catch(() => {})
      })
      putting = line
      return line
    },
    consumer: () => follow(new Redis(url, { ...common, maxRetriesPerRequest: null })),
    producing: () => putting,
    ready: () => putting?.status === 'ready',
    onReady: (listener) => void listeners.push(listener),
    lostSince: () => lost.values().next().value,
    pending() {
      const waiting = [...lines] as unknown as Record<'commandQueue' | 'offlineQueue', { length: number }>[]
      return waiting.reduce((sum, line) => sum + line.commandQueue.length + line.offlineQueue.length, 0)
    },
    hangUp() {
      const all = [...lines]
      lines.clear()
      lost.clear()
      for (const line of all) line.disconnect()
    },
  }
}

/** Why something at Redis failed, in words that hold no command. */
export function reasonOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  return message || code || String(error)
}
