import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LongestFirst, longest } from './longest-first.ts'

test('the files that are named are there', () => {
  expect(longest.filter((file) => !existsSync(file))).toEqual([])
})

test('they come first, in their order, whatever is asked for', async () => {
  const files = ['app/a.test.ts', longest[3], 'app/b.test.ts', longest[0]].map((file) => {
    const project = { name: 'unit', config: { sequence: { groupOrder: 0 }, isolate: true } }
    return { moduleId: `/root/${file}`, project } as unknown as TestSpecification
  })
  const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined }
  const sequencer = new LongestFirst({ config: { root: '/root' }, cache } as unknown as Vitest)
  const sorted = (await sequencer.sort(files)).map(({ moduleId }) => moduleId.slice('/root/'.length))
  expect(sorted).toEqual([longest[0], longest[3], 'app/a.test.ts', 'app/b.test.ts'])
})
