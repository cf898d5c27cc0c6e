import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Memory that a process has in use, in bytes; 0 of one that has ended. */
export async function memoryOf(pid: number, platform: string = process.platform): Promise<number> {
  const pages = platform === 'linux' ? ofKernel(pid) : ofPs(pid)
  return pages.catch(() => 0)
}

async function ofKernel(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024
}

async function ofPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1_024
}

/** Calls `over` once when the process has more in use than `most` bytes. Ends with `signal`. */
export async function watchMemory(
  pid: number,
  most: number,
  { over, signal }: { over: () => void; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    if ((await memoryOf(pid)) > most) return over()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
