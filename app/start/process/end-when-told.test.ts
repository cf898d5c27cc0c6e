import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

test('a process that is told twice to end finishes what it does', async () => {
  const text = `import('./app/start/process/end-when-told.ts').then(({ endWhenTold }) => {
    endWhenTold(() => new Promise((done) => { console.log('stopping'); process.stdin.once('data', done) }))
    setInterval(() => {}, 60_000)
    console.log('up')
  })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', text], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let said = ''
  const says = async (word: string) => {
    while (!said.includes(word)) said += String((await once(child.stdout, 'data'))[0])
  }
  await says('up')
  child.kill('SIGTERM')
  await says('stopping')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  child.stdin.write('done')
  expect(await ended).toEqual([0, null])
})
