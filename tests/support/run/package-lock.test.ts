import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** `npm ci` refuses a lock without them, also where they would not be installed: packages of other systems. */
test('package-lock.json names every package, those of other systems too', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Entry>
  }
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${name}, wanted by ${path || 'package.json'}`),
  )
  expect(missing).toEqual([])
})

/** 'node_modules/a/node_modules/b' → itself, 'node_modules/a/', ''; where Node looks for what it needs. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/node_modules/')
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/`), '']
}
