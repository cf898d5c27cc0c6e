import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, vi } from 'vitest'
import { freePort } from '#db/embedded/launch.ts'

/** Why nothing can be tried with Redis on this machine; undefined when it can. */
export const withoutRedis =
  spawnSync('redis-server', ['--version']).error && 'skipped: there is no redis-server on this machine'

/** A real Redis on a port and in a folder of its own, which keeps nothing on disk: whoever restarts it finds it empty. */
export interface RedisServer {
  url: string
  port: number
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Again, at the same port; nothing when it runs. */
  start(): Promise<void>
  /** One command, over a connection of its own. */
  say(command: string, ...words: string[]): Promise<unknown>
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

export async function redisServer(...flags: string[]): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'lunas-test-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function say(command: string, ...words: string[]) {
    const line = new Redis(url, { retryStrategy: () => null, lazyConnect: true, enableReadyCheck: false })
    line.on('error', () => {})
    try {
      await line.connect()
      return await line.call(command, ...words)
    } finally {
      line.disconnect()
    }
  }

  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function start() {
    if (runs()) return
    const settings = ['--port', port, '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no']
    // gone with this process, however that ends
    const orphaned = `(while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done; kill -KILL $$) >/dev/null 2>&1 &`
    child = spawn(
      'sh',
      ['-c', `${orphaned} exec redis-server "$@"`, 'sh', ...settings.map(String), ...flags],
      {
        stdio: 'ignore',
        detached: true,
      },
    )
    // one that wants a password is there as well
    const answers = () => say('ping').catch((error: Error) => expect(error.message).toContain('NOAUTH'))
    await vi.waitFor(answers, { timeout: 20_000, interval: 20 })
  }

  async function kill() {
    if (!runs()) return
    const ended = once(child!, 'close')
    process.kill(-child!.pid!, 'SIGKILL')
    await ended
  }

  await start()
  return {
    url,
    port,
    kill,
    start,
    say,
    async close() {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
