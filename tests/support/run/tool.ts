import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorSeconds } from '#app/start/building/processor-time.ts'

export interface ToolOptions {
  /** Show what it says as it says it; else it is collected. */
  show?: boolean
  env?: Record<string, string>
  cwd?: string
  /** Ends it, and all processes that it has started, before they are done. */
  signal?: AbortSignal
}

/** How a tool has ended, what it said, and the seconds of processor time that it took (0 where the system does not say). */
export interface Ran {
  code: number
  said: string
  cost: number
}

/** Milliseconds in which the processes of a tool may end after they were told to. */
const patience = 12_000

/** Of all children that are over; a child's own time is known when it ends, together with that of its children. */
let counted = 0

/** The process groups of tools that run, which must not outlive this process, however it ends. */
const groups = new Set<number>()
process.once('exit', () => {
  for (const group of groups) send(group, 'SIGKILL')
})

/**
 * Runs a tool of node_modules on this Node, without standard input. It has a process group of its own: a Ctrl-C in the
 * terminal reaches this process alone, which then ends the tool together with its workers, servers and browsers. Vitest
 * by itself exits at once and leaves its workers running.
 */
export function runTool(script: string, args: string[], options?: ToolOptions): Promise<Ran> {
  return runProgram([`node_modules/${script}`, ...args], options)
}

/** The same with a program of our own: `args` begin with its flags and its file. */
export async function runProgram(
  args: string[],
  { show = false, env = {}, cwd, signal }: ToolOptions = {},
): Promise<Ran> {
  if (signal?.aborted) return { code: 130, said: '', cost: 0 }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    ...(cwd && { cwd }),
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const group = child.pid
  let ended: Promise<void> | undefined
  const end = () => {
    if (group !== undefined) ended = endGroup(group)
  }
  signal?.addEventListener('abort', end, { once: true })
  if (group !== undefined) groups.add(group)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    await ended
    const before = counted
    counted = processorSeconds() ?? 0
    return { code: code ?? 1, said, cost: counted - before }
  } finally {
    signal?.removeEventListener('abort', end)
    if (group !== undefined) groups.delete(group)
  }
}

async function endGroup(group: number): Promise<void> {
  send(group, 'SIGINT')
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) if (!send(group, 0)) return
  send(group, 'SIGKILL')
}

/** False when nobody is left in the group. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}
