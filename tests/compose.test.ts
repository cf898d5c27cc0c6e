import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')

test('what compose.yaml reads of keys and passwords reaches neither the repository nor the image', () => {
  for (const file of ['.gitignore', '.dockerignore'])
    expect(
      read(file)
        .split('\n')
        .map((line) => line.replace(/^\//, '')),
      file,
    ).toEqual(expect.arrayContaining(['.env', 'keys/']))
})

test('every setting of production in the README can be given to the containers', () => {
  const settings = /^```ini\n(APP_ENV=production[\s\S]*?)^```$/m.exec(read('README.md'))![1]!
  const named = [...settings.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  const passed = `${read('compose.yaml')}\n${read('Dockerfile')}`
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !new RegExp(`\\b${name}[:=]`).test(passed))).toEqual([])
})
