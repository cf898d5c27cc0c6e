import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name),
  )
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, path]) => path ?? '')

test('the sandbox shares no code with the client: one mistake must not be made on both sides', () => {
  const sandbox = join(here, 'sandbox')
  for (const name of sourcesOf(sandbox)) {
    const up = name
      .split('/')
      .slice(1)
      .map(() => '../')
      .join('')
    for (const path of importsOf(join(sandbox, name))) {
      expect(path, name).not.toMatch(/^#/)
      if (path.startsWith('..')) expect(path.startsWith(`${up}../`), `${name} imports ${path}`).toBe(false)
    }
  }
})

test('the client imports nothing of the sandbox, the database, React or the server', () => {
  const own = sourcesOf(here).filter((name) => !name.includes('/'))
  expect(own).toContain('client.ts')
  for (const name of own)
    for (const path of importsOf(join(here, name)).filter((path) => !path.startsWith('./')))
      expect(
        [
          ...['selfsigned', 'node:crypto', 'node:fs/promises', 'node:path'],
          ...['../gateway/gateway.ts', '../reply.ts'],
        ],
        `${name} imports ${path}`,
      ).toContain(path)
})
