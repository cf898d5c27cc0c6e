import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { identityOf } from '#db/embedded/identity.ts'
import { runTool } from './tool.ts'

const folder = mkdtempSync(join(tmpdir(), 'lunas-tool-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The path of a script as `runTool` wants it. */
function script(text: string): string {
  const file = join(folder, 'tool.mjs')
  writeFileSync(file, text)
  return relative('node_modules', file)
}

test('a tool gives its exit code and what it said', async () => {
  expect(
    await runTool(script(`console.log(process.env.WORD); process.exitCode = 3`), [], { env: { WORD: 'hm' } }),
  ).toMatchObject({
    code: 3,
    said: 'hm\n',
  })
})

test('an interrupted tool takes with it the processes that it has started and left behind', async () => {
  const pids = join(folder, 'pids')
  const worker = `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n'); setInterval(() => {}, 1000)`
  const interrupt = new AbortController()
  const running = runTool(
    script(`
      import { spawn } from 'node:child_process'
      process.once('SIGINT', () => process.exit(130))
      for (let n = 0; n < 2; n++) spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], { stdio: 'ignore' })
      setInterval(() => {}, 1000)`),
    [],
    { signal: interrupt.signal },
  )
  const started = () => {
    try {
      return readFileSync(pids, 'utf8').split('\n').slice(0, -1).map(Number)
    } catch {
      return []
    }
  }
  while (started().length < 2) await sleep(10)
  interrupt.abort()
  expect((await running).code).toBe(130)
  expect(started().filter((pid) => identityOf(pid))).toEqual([])
})

test('a tool does not begin once it is interrupted', async () => {
  expect(await runTool('none.mjs', [], { signal: AbortSignal.abort() })).toMatchObject({
    code: 130,
    said: '',
  })
})
