import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { atMost } from '#app/integrations/at-most.ts'
import { watchMemory } from './memory.ts'
import { ready, unreadable } from './protocol.ts'

export interface DecodingLimits {
  /** Memory that reading may take, beside what Node itself needs. */
  bytes: number
  /** Of the processor. The clock may show six times as much once reading has begun: the machine may be busy with something else. */
  seconds: number
  /** Of what is made of the file. */
  resultBytes: number
}

/** The file is broken, or reading it takes more than any honest one: a "no" to whoever sent it. */
export class Undecodable extends Error {
  override name = 'Undecodable'
}

/** Milliseconds that a process may take to begin, whatever the file is: longer than any machine that still answers. */
const startsWithin = 60_000

const inTurn = atMost(2, { waiting: 10 })

/**
 * Reads a stranger's file in a process of its own, two at a time: it has none of our variables, may hold so much memory
 * and work so long, and is killed beyond that. `decoder` is a module as `protocol.ts` says, by its file or its name that
 * begins with `#app/`. Refuses (Undecodable) what the decoder cannot read within the limits, and (LineFull) while ten
 * wait already.
 */
export function decode(
  decoder: string,
  bytes: Uint8Array,
  { args = [], limits }: { args?: readonly string[]; limits: DecodingLimits },
): Promise<Buffer> {
  return inTurn(() => decodeNow([decoder, ...args], bytes, limits))
}

/** What Node takes before it has read anything: memory in use, and room that it sets aside and that counts as data. */
const ofNode = { used: 100_000_000, setAside: 700_000_000 }

/**
 * `ulimit` is in every shell. Linux counts as data whatever a process may write to, so the limit holds for libraries
 * that are not JavaScript too; where a limit is not known (macOS) {@link watchMemory} stands alone.
 */
const walls = 'for wall in "-d $1" "-t $2" "-c 0"; do ulimit $wall 2>/dev/null; done; shift 2; exec "$@"'

/** Decoders without their types, as Node keeps them: it takes longer to strip a decoder than to read most files. */
const compiled = resolve('node_modules/.cache/decoders')

async function decodeNow(decoder: string[], bytes: Uint8Array, limits: DecodingLimits): Promise<Buffer> {
  const program = createRequire(import.meta.url).resolve('#app/integrations/decoding/process.ts')
  const kilobytes = Math.ceil((limits.bytes + ofNode.setAside) / 1_024)
  const command = [process.execPath, program, ...decoder]
  const child = spawn(
    '/bin/sh',
    ['-c', walls, 'sh', String(kilobytes), String(Math.ceil(limits.seconds)), ...command],
    {
      env: {
        NODE_ENV: 'production',
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
        NODE_COMPILE_CACHE: compiled,
      },
      stdio: 'pipe',
    },
  )
  const end = () => void child.kill('SIGKILL')
  let clock = setTimeout(end, startsWithin)
  const begun = () => {
    clearTimeout(clock)
    clock = setTimeout(end, limits.seconds * 6_000)
  }
  const watch = new AbortController()
  if (child.pid) {
    giveWay(child.pid)
    void watchMemory(child.pid, limits.bytes + ofNode.used, { over: end, signal: watch.signal })
  }
  try {
    child.stdin!.on('error', () => {}).end(bytes)
    return await resultOf(child, limits.resultBytes, begun)
  } finally {
    clearTimeout(clock)
    watch.abort()
    end()
  }
}

async function resultOf(child: ChildProcess, most: number, begun: () => void): Promise<Buffer> {
  const [out, complaint, ended] = await Promise.all([
    upTo(most + 1, child, child.stdout!, begun),
    upTo(2_000, child, child.stderr!),
    new Promise<string | number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? signal ?? ''))
    }),
  ])
  if (out[0] !== ready) throw new Error(`the decoder did not start (${ended}): ${complaint}`)
  if (out.length > most + 1) throw new Undecodable('the result is larger than any honest one')
  if (ended === unreadable) throw new Undecodable(String(complaint))
  if (ended !== 0) throw new Undecodable(`reading it took too much (${ended})`)
  return out.subarray(1)
}

/** What the process says, and one byte more than `most` at the most: then it has said enough and is ended. */
async function upTo(
  most: number,
  child: ChildProcess,
  stream: NodeJS.ReadableStream,
  begun?: () => void,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    if (length === 0) begun?.()
    if (length > most) continue
    pieces.push(piece as Buffer)
    length += piece.length
    if (length > most) child.kill('SIGKILL')
  }
  return Buffer.concat(pieces)
}

/** To pages, which are waited for. Not every system allows it. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, 10)
  } catch {}
}
