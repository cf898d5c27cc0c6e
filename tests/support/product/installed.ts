import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const sources = [
  'app',
  'db',
  'jobs',
  'migrations',
  'public',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'remix.config.js',
  'tsconfig.json',
]

/** The program as a clone has it, but for its tests. */
export function cloneTo(folder: string): void {
  for (const name of sources) cpSync(name, join(folder, name), { recursive: true })
}

/** What `npm ci` leaves behind: our own packages, by hard links where that can be, so that they can be taken away. */
export function linkPackages(folder: string): void {
  link('node_modules', join(folder, 'node_modules'), new Set())
}

/** What `npm prune --omit=dev` leaves of them, and says that it has left, without laying down what only builds. */
export function linkPrunedPackages(folder: string): void {
  const record = 'node_modules/.package-lock.json'
  const installed = JSON.parse(readFileSync(record, 'utf8')) as { packages: Record<string, { dev?: true }> }
  const [kept, gone] = [new Map<string, object>(), new Set<string>()]
  for (const [path, entry] of Object.entries(installed.packages))
    if (entry.dev) gone.add(path)
    else kept.set(path, entry)
  link('node_modules', join(folder, 'node_modules'), gone)
  writeFileSync(
    join(folder, record),
    JSON.stringify({ ...installed, packages: Object.fromEntries(kept) }, null, 2),
  )
}

function link(from: string, to: string, without: ReadonlySet<string>) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === '.cache' || without.has(source)) continue
    if (entry.isDirectory()) link(source, target, without)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    // npm's record and our stamp are written in place, which would reach the original
    else if (from === 'node_modules') cpSync(source, target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string) {
  try {
    linkSync(source, target)
  } catch {
    cpSync(source, target)
  }
}

export interface Told {
  /** All that it has said so far. */
  said(): string
  child: ChildProcess
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Runs lines of a shell, in a group of processes of its own and with nothing of our variables but `env`. */
export function shell(lines: string, { cwd, env }: { cwd: string; env: Record<string, string> }): Told {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'CHROMIUM_PATH'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  const child = spawn('sh', ['-ec', lines], {
    cwd,
    env: { ...Object.fromEntries(passed), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (words: string) => {
      text += words
    })
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return { said: () => text, child, ended }
}

/** Runs them to their end; fails with all that they said when that is not a good one. */
export async function done(lines: string, at: { cwd: string; env: Record<string, string> }): Promise<string> {
  const { said, ended } = shell(lines, at)
  const code = await ended
  if (code !== 0) throw new Error(`${lines}\nended with ${code}:\n${said()}`)
  return said()
}

/** The proxy of docs/operate/install.md in front of processes on this machine: asks them in turn, and passes Host on unchanged. */
export async function proxy(ports: () => number[]): Promise<{ port: number; server: Server }> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const all = ports()
    const asked = request({
      host: '127.0.0.1',
      port: all[turn++ % all.length],
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'http',
      },
    })
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, server }
}
