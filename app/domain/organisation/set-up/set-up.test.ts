import { expect, test } from 'vitest'
import { nextToSetUp, type SetUpState } from './set-up.ts'

test.each<[string | undefined, (SetUpState | undefined)[]]>([
  [undefined, []],
  [undefined, ['done', 'usual', 'off', undefined]],
  ['1', ['done', 'missing', 'missing']],
  ['2', ['missing', 'done', 'partly', 'partly']],
  ['3', ['missing', 'partly', 'off', 'failed']],
])('next is %s of %j', (next, states) => {
  const sections = states.map((state, at) => ({ name: String(at), state }))
  expect(nextToSetUp(sections)?.name).toBe(next)
})
