import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  port: number
  /** Milliseconds of CPU that it has used since it began. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

interface Start {
  file: string
  args?: string[]
  env: Record<string, string>
  /** Where it will listen, when it does not tell it by `{ port }` over the channel. */
  port?: number
  /** Settles when it answers. */
  ready?: (child: ChildProcess) => Promise<void>
}

const endWithParent = ['--import', './app/start/end-with-parent.ts']

/** Starts a server with these variables and, of ours, only what any program needs. */
export async function startServerProcess({
  file,
  args = [],
  env,
  port,
  ready,
}: Start): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env
  const flags = ['--import', './tests/bench/process/measured.ts', ...endWithParent, ...profiling(file)]
  const child = spawn(process.execPath, [...flags, file, ...args], {
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      TZ: 'UTC',
      NODE_ENV: 'production',
      ...env,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  const ended = once(child, 'exit')
  const tooSoon = ended.then(() => Promise.reject(new Error(`${file} ended:\n${said}`)))
  tooSoon.catch(() => {})
  const listening = port ?? (await Promise.race([told<{ port: number }>(child), tooSoon])).port
  await Promise.race([ready?.(child), tooSoon])
  return {
    port: listening,
    async cpuMs() {
      const answer = told<{ cpuMs: number }>(child)
      child.send('cpu')
      return (await Promise.race([answer, tooSoon])).cpuMs
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const hurry = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(hurry)
    },
  }
}

async function told<M>(child: ChildProcess): Promise<M> {
  const [message] = await once(child, 'message')
  return message as M
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile of each server, to see where its time goes. */
function profiling(file: string): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder
    ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${file.replaceAll('/', '-')}.cpuprofile`]
    : []
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
