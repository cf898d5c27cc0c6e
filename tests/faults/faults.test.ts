import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from './faults.ts'

const all = Object.values(faults).flat()
const files = globSync('{app,db,jobs,tests}/**/*.test.{ts,tsx}')

test('each planted mistake fits its source once, changes it, and names tests that there are', () => {
  expect(all.length).toBeGreaterThan(100)
  const wrong = all.flatMap(({ about, file, find, replace, tests }) => {
    const places = readFileSync(file, 'utf8').split(find).length - 1
    const named = tests.every((part) => files.some((path) => path.includes(part)))
    return places === 1 && find !== replace && named
      ? []
      : [`${about}: ${places} times in ${file}, ${tests.join()}`]
  })
  expect(wrong).toEqual([])
})

test('each has a sentence of its own', () => {
  expect(new Set(all.map(({ about }) => about)).size).toBe(all.length)
})
