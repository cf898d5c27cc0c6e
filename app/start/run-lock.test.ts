import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityOf, isAlive } from '#db/embedded/identity.ts'
import { takeRunLock } from './run-lock.ts'

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lunas-lock-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'run.json')

async function sleeper(script = 'setInterval(() => {}, 1000); console.log("up")') {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child as ChildProcess & { pid: number }
}

test('only its owner may read it, and it is gone when it is released', async () => {
  const lock = await takeRunLock(folder, 'http://localhost:3000')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  lock.release()
  expect(() => statSync(file())).toThrow('ENOENT')
})

test('a second start in the folder is refused while the first lives', async () => {
  await takeRunLock(folder, 'http://localhost:3000')
  await expect(takeRunLock(folder, 'http://localhost:4000')).rejects.toThrow(
    `Lunas already runs in this folder (process ${process.pid}, http://localhost:3000): stop it first`,
  )
})

test('the lock of a killed run is taken over after its processes have ended', async () => {
  const [supervisor, kept] = [await sleeper(), await sleeper()]
  const run = { ...identityOf(supervisor.pid), address: 'http://x', children: [identityOf(kept.pid)] }
  writeFileSync(file(), JSON.stringify(run))
  const ended = once(supervisor, 'exit')
  supervisor.kill('SIGKILL')
  await ended
  const lock = await takeRunLock(folder, 'http://localhost:3000', 100)
  expect(identityOf(kept.pid)).toBeUndefined()
  lock.note([process.pid])
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ children: [{ pid: process.pid }] })
  lock.release()
})

test('a number that went to another process does not keep the folder locked', async () => {
  const stranger = await sleeper()
  const old = { pid: stranger.pid, started: 'before the reboot' }
  writeFileSync(file(), JSON.stringify({ ...old, address: 'http://x', children: [old] }))
  const lock = await takeRunLock(folder, 'http://localhost:3000', 100)
  expect(isAlive(identityOf(stranger.pid)!)).toBe(true)
  lock.release()
})

test('a torn file is no lock', async () => {
  writeFileSync(file(), '{"pid": 1')
  const lock = await takeRunLock(folder, 'http://localhost:3000')
  lock.release()
})

test('a folder that cannot be written gets a sentence', async () => {
  await expect(takeRunLock('/dev/null/data', 'http://localhost:3000')).rejects.toThrow(
    'The data folder /dev/null/data is not a folder: set DATA_DIR to another folder',
  )
})
