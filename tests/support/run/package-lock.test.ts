import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  name?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  integrity?: string
  resolved?: string
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}

/** `npm ci` refuses a lock without them, also where they would not be installed: packages of other systems. */
test('package-lock.json names every package, those of other systems too', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${name}, wanted by ${path || 'package.json'}`),
  )
  expect(missing).toEqual([])
})

/**
 * npm before 11.1, as Node 20 and 22 bring it, loses an override behind a package that lies at the top: there it wants
 * the real package and `npm ci` says that the lock is not in sync.
 */
test('empty packages lie in the folder of the package that wants them, which every npm can install', () => {
  const empty = Object.entries(packages).filter(([, { name }]) => name === 'empty-npm-package')
  expect(empty.length).toBeGreaterThan(0)
  expect(empty.map(([path]) => path).filter((path) => path.split('/node_modules/').length < 2)).toEqual([])
})

test('package-lock.json says what each package must be, and takes none from anywhere but the registry', () => {
  const others = Object.entries(packages).filter(([path]) => path !== '')
  const unproven = others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  const strangers = others.filter(
    ([, { resolved }]) => resolved && new URL(resolved).origin !== 'https://registry.npmjs.org',
  )
  expect([unproven, strangers].map((entries) => entries.map(([path]) => path))).toEqual([[], []])
})

/** 'node_modules/a/node_modules/b' → itself, 'node_modules/a/', ''; where Node looks for what it needs. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/node_modules/')
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/`), '']
}
