import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const load = './app/start/end-with-parent.ts'

/** A process that would run for ever, with a channel to this one. */
function start(...before: string[]) {
  const flags = ['--import', 'tsx', ...before, '--import', load, '--input-type=module']
  const child = spawn(
    process.execPath,
    [...flags, '-e', "process.send('up'); setInterval(() => {}, 60_000)"],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

test('a process ends when the one that started it is gone', async () => {
  const { child, ended } = start()
  await once(child, 'message')
  child.disconnect()
  expect(await ended).toEqual([null, 'SIGTERM'])
})

test('a process whose starter is gone before it could look ends at once', async () => {
  const gone = "data:text/javascript,await new Promise((gone) => process.once('disconnect', gone))"
  const { child, ended } = start('--import', gone)
  child.disconnect()
  expect(await ended).toEqual([1, null])
})
