import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from '#app/start/variables.ts'

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

test('every variable of the product reaches the containers, and no other', () => {
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
  const [, processes = '', others = ''] = read('compose.yaml').split(/^x-lunas:|^services:/m)
  const worker = /^ {2}worker:\n[\s\S]*?\n\n/m.exec(others)![0]
  const given = [
    ...named(`${processes}${worker}`, /^ +([A-Z_]+):/gm),
    ...named(/^ENV .*/m.exec(read('Dockerfile').split(/^FROM /m)[2]!)![0], /\b([A-Z_]+)=/g),
  ]
  const ofNode = ['NODE_ENV']
  expect([...new Set(given)].toSorted()).toEqual([...Object.keys(variables), ...ofNode].toSorted())
})

test('the settings of production in the docs are variables of the product', () => {
  const settings = /^```ini\n(APP_ENV=production[\s\S]*?)^```$/m.exec(read('docs/operate/install.md'))![1]!
  const named = [...settings.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !Object.hasOwn(variables, name))).toEqual([])
})
