import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { memoryOf, watchMemory } from './memory.ts'

const running = (script: string) => spawn(process.execPath, ['--eval', script], { stdio: 'pipe' })

test('a process that fills its memory is seen, by the kernel and by ps alike', async () => {
  const child = running(
    `globalThis.kept = Buffer.alloc(200_000_000, 1); console.log('full'); setInterval(() => {}, 1000)`,
  )
  await once(child.stdout, 'data')
  const [own, ps] = await Promise.all([memoryOf(child.pid!), memoryOf(child.pid!, 'darwin')])
  child.kill('SIGKILL')
  expect(own).toBeGreaterThan(200_000_000)
  // A machine without ps is a Linux one, which does not need it.
  if (ps > 0) expect(ps).toBeGreaterThan(200_000_000)
})

test('the watch calls once the limit is passed', async () => {
  const child = running('const kept = []; setInterval(() => kept.push(Buffer.alloc(1_000_000, 1)), 1)')
  const signal = new AbortController().signal
  await watchMemory(child.pid!, 150_000_000, { over: () => child.kill('SIGKILL'), signal })
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
})

test('a process that is gone takes none', async () => {
  const child = running('')
  await once(child, 'exit')
  expect(await memoryOf(child.pid!)).toBe(0)
})
