import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identityOf } from '#db/embedded/identity.ts'
import type { StartError } from '../sentence.ts'
import { type Child, type ChildPlan, type ChildWatch, startChild } from './child.ts'

let folder: string
let child: Child | undefined
let told: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lunas-child-'))
  told = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += text
    return true
  })
})
afterEach(() => {
  child?.kill()
  rmSync(folder, { recursive: true })
})

/** Each script can write a mark, so that a test waits for what happened rather than for a time. */
function start(
  script: string,
  watch: Partial<ChildWatch> = {},
  plan: Partial<ChildPlan> = {},
): Promise<StartError> {
  return new Promise((resolve) => {
    child = startChild(
      {
        name: 'web',
        args: ['--input-type=module', '-e', script],
        env: { MARKS: join(folder, 'marks') },
        ...plan,
      },
      { onStart() {}, onKeepsEnding: resolve, delays: [10, 10], ...watch },
    )
  })
}

const mark = `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.MARKS, process.pid + '\\n');`

async function marks(count: number): Promise<number[]> {
  for (;;) {
    const found = readMarks()
    if (found.length >= count) return found
    await sleep(10)
  }
}

/** Whole lines only: one that is still being written would be another process's number, or 0, this whole group's. */
function readMarks(): number[] {
  try {
    return readFileSync(join(folder, 'marks'), 'utf8').split('\n').slice(0, -1).map(Number)
  } catch {
    return []
  }
}

test('a process that is killed is started again, and a sentence says so', async () => {
  void start(`${mark} setInterval(() => {}, 1000)`)
  const [first] = await marks(1)
  process.kill(first!, 'SIGKILL')
  const [, second] = await marks(2)
  expect(second).not.toBe(first)
  expect(child?.pid()).toBe(second)
  expect(told).toContain('The web process ended (by SIGKILL) and is started again in 0.01 s.')
})

test('one that keeps ending is told with its last words, and tried again all the same', async () => {
  const reason = await start(`${mark} console.error('no such table'); process.exit(3)`)
  expect(readMarks()).toHaveLength(5)
  expect(reason.message).toMatch(/^The web process keeps ending \(with code 3\)\. Its last words:/)
  expect(reason.message).toContain('no such table')
  await marks(7)
})

test('of one that ends without a word no last words are promised', async () => {
  const { message } = await start(`${mark} process.kill(process.pid, 'SIGKILL')`)
  expect(message).toBe('The web process keeps ending (by SIGKILL). It says nothing before it ends.')
})

test('the pauses grow, and the last one is that before all further tries', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void start(`${mark} process.exit(1)`, { delays: [1, 2, 3], onKeepsEnding: () => resolve() })
  await promise
  const pauses = [...told.matchAll(/started again in ([\d.]+) s/g)].map(([, seconds]) => seconds)
  expect(pauses.slice(0, 5)).toEqual(['0.001', '0.002', '0.003', '0.003', '0.003'])
})

test('one that lived long is well again: its earlier crashes do not count', async () => {
  const keepsEnding = vi.fn()
  void start(`${mark} setTimeout(() => process.exit(1), 50)`, {
    calmMs: 20,
    delays: [1],
    onKeepsEnding: keepsEnding,
  })
  await marks(6)
  expect(keepsEnding).not.toHaveBeenCalled()
})

test('when one that kept ending lives on, a sentence says so', async () => {
  const left = join(folder, 'marks')
  void start(
    `${mark} import { readFileSync } from 'node:fs';
    if (readFileSync('${left}', 'utf8').split('\\n').length < 7) process.exit(1); setInterval(() => {}, 1000)`,
    { delays: [1], calmMs: 3_000 },
  )
  await vi.waitFor(() => expect(told).toContain('The web process runs again.'), { timeout: 30_000 })
})

test('it is asked to end, and not started again', async () => {
  void start(`process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); ${mark}`)
  const [pid] = await marks(1)
  await child!.stop(5_000)
  expect(identityOf(pid!)).toBeUndefined()
  expect(readMarks()).toHaveLength(1)
})

test('one that does not listen is ended', async () => {
  void start(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${mark}`)
  const [pid] = await marks(1)
  await child!.stop(50)
  expect(identityOf(pid!)).toBeUndefined()
})

test('it sees the variables it was given and no others', async () => {
  const reason = await start(`console.error(Object.keys(process.env).join(' ')); process.exit(1)`, {
    delays: [1],
  })
  expect(reason.message).toContain('MARKS')
  expect(reason.message).not.toContain('PATH')
})

test('a program that cannot be run is tried again and told, and ends nothing else', async () => {
  const program = join(folder, 'node')
  const { message } = await start(mark, {}, { program })
  expect(message).toBe('The web process could not be started (ENOENT). It says nothing before it ends.')
  expect(told).toContain('The web process could not be started (ENOENT) and is tried again in 0.01 s.')
  // once it is there again, the next try succeeds
  symlinkSync(process.execPath, program)
  await marks(1)
})

test('so is a machine that has no room for a process', async () => {
  const plan = { args: ['-e', ''] as string[] }
  // too long for the system: spawn throws, as it does for want of memory or processes
  plan.args.push('x'.repeat(4_000_000))
  const { message } = await start('', {}, plan)
  expect(message).toMatch(/^The web process could not be started \((E2BIG|ENOMEM|EAGAIN)\)\. /)
  await child!.stop(50)
})
