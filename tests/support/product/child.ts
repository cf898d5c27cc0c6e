import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a piece of a module in a process of its own, kills it (SIGKILL) when it calls `ready()`, and waits until the
 * database has noticed: its connections are gone with it. Refuses one that ends by itself.
 */
export async function killedWhenReady(
  code: string,
  waitUntil: () => Promise<void> = async () => {},
): Promise<void> {
  const text = `import('node:fs').then(async ({ writeSync }) => { const ready = () => writeSync(1, 'ready'); ${code} })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', text], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    complaint += said
  })
  const ended = once(child, 'exit')
  const isReady = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!isReady) throw new Error(`the process ended before it was ready: ${complaint}`)
  await waitUntil()
  child.kill('SIGKILL')
  await ended
}
