import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

const script = `
import { listenForStop } from './app/start/stop-signals.ts'
const stop = listenForStop(Number(process.argv[1]))
stop.signal.addEventListener('abort', () => console.log('asked'))
stop.onForce(() => console.log('forced'))
setInterval(() => {}, 1000)
console.log('up')
`

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function listener(samePressMs: number) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, String(samePressMs)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  children.push(child)
  const lines: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')))
  const says = async (line: string) => {
    while (!lines.includes(line)) await once(child.stdout!, 'data')
  }
  return { child, lines, says }
}

test('the first signal asks to stop, one that comes later forces', async () => {
  const { child, lines, says } = listener(0)
  await says('up')
  child.kill('SIGINT')
  await says('asked')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([130, null])
  expect(lines).toEqual(['up', 'asked', 'forced'])
})

test('the same Ctrl-C passed on by terminal, npm and shell is one', async () => {
  const { child, lines, says } = listener(60_000)
  await says('up')
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal)
  await says('asked')
  expect(child.exitCode).toBeNull()
  expect(lines).toEqual(['up', 'asked'])
})

test('the end of the process that started it is a signal too', async () => {
  const { child, says } = listener(60_000)
  await says('up')
  child.disconnect()
  await says('asked')
})
