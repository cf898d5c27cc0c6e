import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { type Account, commandAs, spawnAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { postgresEnvironment } from './create.ts'
import { folderError, postgresError } from './error.ts'
import { postmasterIsReady, stopPostmaster } from './postmaster.ts'

interface Launch {
  binaries: Binaries
  account: Account | undefined
  folder: string
  /** Undefined: a free one. */
  port: number | undefined
  settings: Record<string, string>
}

/**
 * Starts the server of a cluster and waits until it takes connections. It runs in a session of its own and writes to
 * `<folder>.log`, so it neither gets the terminal's Ctrl-C nor minds when this process ends.
 */
export async function launch({ binaries, account, folder, port, settings }: Launch): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    const chosen = String(port ?? (await freePort()))
    const child = spawnServer(binaries, account, folder, { ...settings, port: chosen })
    if (child.pid === undefined) throw postgresError('start', 'its program cannot be run')
    const gaveUp = () => child.exitCode !== null || child.signalCode !== null
    if (await postmasterIsReady(folder, child.pid, gaveUp, 60_000)) return child
    await stopPostmaster(folder, child.pid)
    const said = readFileSync(logOf(folder), 'utf8')
    // somebody took the port between our look and the start of the server
    if (attempt < 3 && said.includes('Address already in use')) continue
    throw postgresError('start', said)
  }
}

function spawnServer(
  binaries: Binaries,
  account: Account | undefined,
  folder: string,
  settings: Record<string, string>,
): ChildProcess {
  let log: number
  try {
    log = openSync(logOf(folder), 'w', 0o600)
  } catch (error) {
    throw folderError(error, dirname(folder))
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = commandAs(account, binaries.postgres, ['-D', folder, ...flags])
  const child = spawn(command, args, {
    ...spawnAs(account),
    cwd: '/',
    env: postgresEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.on('error', () => {})
  child.unref()
  closeSync(log)
  return child
}

/** A port of 127.0.0.1 that nobody listens on, chosen by the system. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

const logOf = (folder: string) => `${folder}.log`
