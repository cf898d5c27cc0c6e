import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { built } from '#app/start/building/built.ts'

/**
 * A connection remembers by name what was prepared on it, and names are given by `pool.ts`. Pages are compiled into a file
 * of their own: were it in there, too, two would give the same name to different statements on one connection.
 */
test('what prepares statements is not compiled into the pages a second time', () => {
  const pages = readFileSync(`${built().folder}/server/index.js`, 'utf8')
  expect(pages).toContain('selectFrom')
  expect(pages).not.toContain('namedStatements')
})
