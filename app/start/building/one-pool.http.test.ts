import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { built } from '#app/start/building/built.ts'

/**
 * A connection remembers by name what was prepared on it, and names are given by `pool.ts`: were it there twice, two would
 * give the same name to different statements on one connection. Nor would `instanceof` know the class of the other copy.
 */
test('the web process has one copy of each of our modules, those that surround the pages and theirs', () => {
  const maps = globSync(`${built().folder}/server/**/*.map`)
  const modules = maps.flatMap((map) => {
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }
    return sources.map((source) => relative('.', join(dirname(map), source)))
  })
  expect(modules).toEqual(
    expect.arrayContaining([
      'db/pool.ts',
      'app/domain/core/refusal.ts',
      'app/server/http/handle.ts',
      'app/routes/tenant/dashboard.tsx',
      'app/start/process/web.ts',
    ]),
  )
  expect(modules.filter((module, index) => modules.indexOf(module) !== index)).toEqual([])
})
