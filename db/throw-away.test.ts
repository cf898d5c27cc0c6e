import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPostmasterOf } from './embedded/postmaster.ts'
import { startThrowAway, sweepThrowAway } from './throw-away.ts'

const script = `
import { startThrowAway } from './db/throw-away.ts'
startThrowAway().then((server) => process.stdout.write(JSON.stringify([server.pid, server.folder]) + '\\n'))
setInterval(() => {}, 1000)
`

test('what a killed run left is ended and removed by the next one, and a running one is left alone', async () => {
  const own = await startThrowAway()
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(run.stdout.setEncoding('utf8'), 'data')) as [string]
  const [pid, folder] = JSON.parse(line) as [number, string]
  expect(isPostmasterOf(folder, pid)).toBe(true)

  const ended = once(run, 'exit')
  run.kill('SIGKILL')
  await ended
  expect(isPostmasterOf(folder, pid)).toBe(true)
  await sweepThrowAway()
  expect(isPostmasterOf(folder, pid)).toBe(false)
  expect(existsSync(folder)).toBe(false)

  expect(isPostmasterOf(own.folder, own.pid)).toBe(true)
  await own.stop()
  expect(existsSync(own.folder)).toBe(false)
})
