import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { sourceFlags } from '#app/start/children.ts'

export interface Supervised {
  pid: number
  process: ChildProcess
  /** All that it has said so far. */
  said(): string
  /** Waits until it has said this; fails with all that it said when it ends before. */
  says(words: RegExp): Promise<string>
  /** Waits for its end; its exit code, or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals>
}

/** Runs `app/start.ts` as `npm start` does, with what Node has compiled, these variables and none of ours that it reads. */
export function startProduct(variables: Record<string, string>): Supervised {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  const env = { ...Object.fromEntries(passed), ...variables }
  const child = spawn(process.execPath, [...sourceFlags, 'app/start.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
      for (const look of waiting) look()
    })
  }
  return {
    pid: child.pid as number,
    process: child,
    said: () => text,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (words.test(text)) resolve(text)
        }
        waiting.add(look)
        look()
        child.once('close', () => reject(new Error(`It ended and said only:\n${text}`)))
      }),
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      return child.exitCode ?? (child.signalCode as NodeJS.Signals)
    },
  }
}

/** The first of three neighbouring free ports: the product's, and those of its sandbox. */
export async function freePortOfThree(): Promise<number> {
  for (;;) {
    const first = await listenOnce(0)
    const rest = await Promise.all([first + 1, first + 2].map((port) => listenOnce(port)))
    if (first < 65_000 && rest.every((port) => port > 0)) return first
  }
}

/** The port, chosen by the system for 0; 0 when it is taken. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(0))
    server.listen(port, '127.0.0.1', () => {
      const { port: own } = server.address() as { port: number }
      server.close(() => resolve(own))
    })
  })
}
