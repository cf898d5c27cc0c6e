import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programs } from './programs.ts'

/** A folder with one source, and in the place of Remix what copies it, or does what the source says. */
let root: string
const remixBuild = `
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
async function build() {
  const said = readFileSync('app/page.ts', 'utf8')
  if (said === 'wrong') throw new Error('wrong')
  const folder = process.env.BUILD_FOLDER + '/server'
  mkdirSync(folder, { recursive: true })
  cpSync('app/page.ts', folder + '/index.js')
  if (said === 'changes') writeFileSync('app/page.ts', 'changed')
}
export default { build }
`
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lunas-build-'))
  const remix = join(root, 'node_modules/@remix-run/dev/dist/vite')
  for (const folder of [remix, join(root, 'app/integrations'), join(root, 'jobs')])
    mkdirSync(folder, { recursive: true })
  for (const program of Object.values(programs)) writeFileSync(join(root, program), 'export {}')
  writeFileSync(join(remix, 'build.js'), remixBuild)
  writeFileSync(join(root, 'node_modules/@remix-run/dev/package.json'), '{"type":"module"}')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Builds when stale, after this was written; whether it has built. */
function builds(source: string): boolean {
  writeFileSync(join(root, 'app/page.ts'), source)
  const code = `import(${JSON.stringify(resolve('app/start/building/build.ts'))}).then(async ({ buildWhenStale }) => {
    process.stdout.write(String(await buildWhenStale()))
  })`
  const args = ['--import', resolve('app/start/plain-errors.ts'), '-e', code]
  const env = { ...process.env, NODE_OPTIONS: '' }
  return execFileSync(process.execPath, args, { cwd: root, env, stdio: 'pipe' }).toString() === 'true'
}

const current = () => readFileSync(join(root, 'build/current'), 'utf8')
const pageOf = (name: string) => readFileSync(join(root, 'build', name, 'server/index.js'), 'utf8')

test('who reads a build goes on reading it while the next takes its place', () => {
  expect(builds('one')).toBe(true)
  const first = current()
  expect(builds('two')).toBe(true)
  expect(current()).not.toBe(first)
  expect([pageOf(first), pageOf(current())]).toEqual(['one', 'two'])
})

test('what was built of the same sources before is used again', () => {
  builds('one')
  const first = current()
  builds('two')
  expect(builds('one')).toBe(false)
  expect(current()).toBe(first)
})

test('a build that fails leaves the one before where it was, and nothing of its own', () => {
  builds('one')
  expect(() => builds('wrong')).toThrow('The pages could not be built')
  expect(pageOf(current())).toBe('one')
  expect(readdirSync(join(root, 'build'))).toHaveLength(2)
})

test('a program is one file that needs none of its sources, and one with a mistake is refused', () => {
  writeFileSync(join(root, 'jobs/words.ts'), `export const words: string = 'at work'`)
  writeFileSync(join(root, programs.worker), `import { words } from './words.ts'; console.log(words)`)
  builds('one')
  for (const source of ['words.ts', 'worker.ts']) rmSync(join(root, 'jobs', source))
  const file = join(root, 'build', current(), 'programs/worker.js')
  expect(execFileSync(process.execPath, [file]).toString()).toBe('at work\n')
  writeFileSync(join(root, programs.worker), `import './gone.ts'`)
  expect(() => builds('one')).toThrow('Could not resolve "./gone.ts"')
})

test('sources that change while they are built are built anew by the next who asks', () => {
  expect(builds('changes')).toBe(true)
  expect(builds('changed')).toBe(true)
  expect(pageOf(current())).toBe('changed')
})

test('a build is removed when the next is an hour old, and what was compiled of it', () => {
  const compiled = join(root, 'node_modules/.cache/compiled')
  mkdirSync(compiled, { recursive: true })
  builds('one')
  const first = current()
  builds('two')
  const long = new Date(Date.now() - 7_200_000)
  utimesSync(join(root, 'build', first), long, long)
  expect(existsSync(compiled)).toBe(true)
  builds('three')
  expect(existsSync(compiled)).toBe(false)
  expect(existsSync(join(root, 'build', first))).toBe(false)
  expect(readdirSync(join(root, 'build'))).toHaveLength(3)
})
