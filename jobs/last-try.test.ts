import { expect, test } from 'vitest'
import { Refusal } from '#app/domain/core/refusal.ts'
import { ConnectionsTaken } from '#db/sharing/shares.ts'
import { failOnLastTry, isLastTry } from './last-try.ts'
import { Postponed } from './queue/postponed.ts'

const permanent = Object.assign(new Error('no such job'), { permanent: true })

test.each([
  ['a mistake at the first of three tries', 1, new Error('away'), false],
  ['a mistake at the last one', 3, new Error('away'), true],
  ['what can never be done, at once', 1, permanent, true],
  ['one that was postponed', 3, new Postponed(1_000, 'another one first'), false],
  ['one that found no connection', 3, new ConnectionsTaken(), false],
])('%s', (_about, attempt, error, last) => {
  expect(isLastTry({ attempt, attempts: 3 }, error)).toBe(last)
})

/** What a page is told of a failure, and whether the queue hears of it. */
async function told(attempt: number, error: Error) {
  const said: unknown[] = []
  const heard = await failOnLastTry(
    { attempt, attempts: 3 },
    () => Promise.reject(error),
    async (code) => void said.push(code ?? 'failed'),
  ).then(
    () => false,
    () => true,
  )
  return { said, heard }
}

test('a refusal is stored at once and ends the job, whichever try it is', async () => {
  const refusal = new Refusal('generation.changed')
  expect(await told(1, refusal)).toEqual({ said: ['generation.changed'], heard: false })
  expect(await told(3, refusal)).toEqual({ said: ['generation.changed'], heard: false })
})

test('a failure is stored after the last try only, and the queue sees each', async () => {
  expect(await told(1, new Error('away'))).toEqual({ said: [], heard: true })
  expect(await told(3, new Error('away'))).toEqual({ said: ['failed'], heard: true })
  expect(await told(3, new ConnectionsTaken())).toEqual({ said: [], heard: true })
})
