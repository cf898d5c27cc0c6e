import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A project of one command, and an npm that writes down that it was called. */
let folder: string
const inFolder = (path: string) => join(folder, path)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lunas-bootstrap-'))
  for (const name of ['app/start', 'npm', 'tests']) mkdirSync(inFolder(name), { recursive: true })
  for (const file of ['app/bootstrap.mjs', 'app/start/plain-errors.ts', 'app/start/sentence.ts']) {
    copyFileSync(file, inFolder(file))
  }
  writeFileSync(inFolder('package.json'), '{"type": "module"}')
  lock('1.0.0')
  npm(`install('1.0.0')`)
})
afterEach(() => rmSync(folder, { recursive: true }))

function lock(version: string) {
  const packages = {
    '': {},
    'node_modules/tsx': { version },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['plan9'] },
  }
  writeFileSync(inFolder('package-lock.json'), JSON.stringify({ packages }))
}

function npm(body: string) {
  const modules = JSON.stringify(inFolder('node_modules'))
  writeFileSync(
    inFolder('npm/npm-cli.cjs'),
    `const { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
    appendFileSync(${JSON.stringify(inFolder('npm/calls'))}, process.argv.slice(2).join(' ') + '\\n')
    function install(version) {
      rmSync(${modules}, { recursive: true, force: true })
      mkdirSync(${modules} + '/.bin', { recursive: true })
      symlinkSync(${JSON.stringify(process.execPath)}, ${modules} + '/.bin/node')
      symlinkSync(${JSON.stringify(resolve('node_modules/tsx'))}, ${modules} + '/tsx')
      writeFileSync(${modules} + '/.package-lock.json', JSON.stringify({ packages: { 'node_modules/tsx': { version } } }))
    }
    ${body}`,
  )
}

function run(args: string[], options: { node?: string[]; command?: string; npm?: string } = {}) {
  writeFileSync(
    inFolder('tests/test-command.ts'),
    options.command ?? `console.log('ran', ...process.argv.slice(2))`,
  )
  const { NODE_ENV: _, ...passed } = process.env
  const env = {
    ...passed,
    npm_execpath: inFolder('npm/npm-cli.cjs'),
    npm_config_user_agent: `npm/${options.npm ?? '9.3.1'} node/v20.19.2 linux x64 workspaces/false`,
  } as unknown as NodeJS.ProcessEnv
  const child = spawn(process.execPath, [...(options.node ?? []), inFolder('app/bootstrap.mjs'), ...args], {
    env,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return { child, said: () => said, ended: once(child, 'close') as Promise<[number, string | null]> }
}

async function calls(args: string[], options?: Parameters<typeof run>[1]) {
  rmSync(inFolder('npm/calls'), { force: true })
  const { said, ended } = run(args, options)
  const [code] = await ended
  return { code, said: said(), installed: existsSync(inFolder('npm/calls')) }
}

test('installs what is missing, once, and hands over with the arguments', async () => {
  const first = await calls(['test', 'unit', '--x'])
  expect(first).toMatchObject({ code: 0, installed: true })
  expect(first.said).toMatch(/^Installing packages .*npm is done after \d+ s\.\s+ran unit --x\n$/s)
  expect(await calls(['test'])).toEqual({ code: 0, installed: false, said: 'ran\n' })
})

test('the start is told how long the installation before it took', async () => {
  writeFileSync(inFolder('app/start.ts'), `console.log('ran', ...process.argv.slice(2))`)
  expect((await calls(['start'])).said).toMatch(/ran --install-ms=\d+\n$/)
  expect((await calls(['start'])).said).toBe('ran\n')
})

test('installs again when package-lock.json has changed', async () => {
  await calls(['test'])
  lock('1.0.1')
  npm(`install('1.0.1')`)
  expect(await calls(['test'])).toMatchObject({ code: 0, installed: true })
})

test('accepts what somebody has installed by hand', async () => {
  await calls(['test'])
  rmSync(inFolder('node_modules/.lunas-installed'))
  expect(await calls(['test'])).toMatchObject({ code: 0, installed: false })
})

test('what builds and tries the product may be gone when it only has to run', async () => {
  const lockFile = JSON.parse(readFileSync(inFolder('package-lock.json'), 'utf8'))
  lockFile.packages['node_modules/vite'] = { version: '6.0.0', dev: true }
  writeFileSync(inFolder('package-lock.json'), JSON.stringify(lockFile))
  mkdirSync(inFolder('app/start/command'), { recursive: true })
  const program = `console.log('works in', process.env.NODE_ENV, 'as', process.argv[2])`
  writeFileSync(inFolder('app/start/command/program.ts'), program)
  npm(`install('1.0.0')`)
  await calls(['worker'])
  rmSync(inFolder('node_modules/.lunas-installed'))
  const pruned = await calls(['worker'])
  expect(pruned).toEqual({ code: 0, installed: false, said: 'works in production as worker\n' })
  expect(await calls(['test'])).toMatchObject({ installed: true })
})

test('a package that was removed since is noticed', async () => {
  await calls(['test'])
  writeFileSync(inFolder('node_modules/.package-lock.json'), '{"packages":{}}')
  expect(await calls(['test'])).toMatchObject({ code: 0, installed: true })
})

test('when npm fails it says so, with the last words of npm, and tries again the next time', async () => {
  npm(`for (let i = 1; i < 40; i++) console.error('line ' + i); process.exit(7)`)
  const failed = await calls(['test'])
  expect(failed.code).toBe(1)
  expect(failed.said).toContain(
    'The packages could not be installed (npm ended with code 7): check the network',
  )
  expect(failed.said).toContain('line 39')
  expect(failed.said).not.toContain('line 9\n')
  npm(`install('1.0.0')`)
  expect(await calls(['test'])).toMatchObject({ code: 0, installed: true })
})

test('ends as the command ends', async () => {
  expect(await calls(['test'], { command: 'process.exit(3)' })).toMatchObject({ code: 3 })
  expect(await calls(['test'], { command: `process.kill(process.pid, 'SIGKILL')` })).toMatchObject({
    code: 137,
  })
})

test('an error that was written for a person comes without a stack', async () => {
  const command = `throw Object.assign(new Error('The disk is full.'), { name: 'StartError' })`
  await calls(['test'])
  expect(await calls(['test'], { command })).toMatchObject({ code: 1, said: 'The disk is full.\n' })
})

test('passes signals on', async () => {
  await calls(['test'])
  const { child, said, ended } = run(['test'], {
    command: `process.on('SIGTERM', () => { console.log('stopping'); process.exit(0) }); setInterval(() => {}, 1000); console.log('up')`,
  })
  while (!said().includes('up')) await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).toBe('up\nstopping\n')
})

test('names the commands when there is no such one', async () => {
  const { code, said } = await calls(['strat'])
  expect(code).toBe(1)
  expect(said).toMatch(/^There is no command "strat"; there are start, dev, /)
})

test('each command is one of package.json, and the docs say what it does', async () => {
  const { said } = await calls(['strat'])
  const names = /; there are (.*)\.\n$/.exec(said)![1]!.split(', ')
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(scripts).toEqual(Object.fromEntries(names.map((name) => [name, `node app/bootstrap.mjs ${name}`])))
  const commands = readFileSync('docs/operate/commands.md', 'utf8')
  const told = new Set([...commands.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, name]) => name))
  expect(names.filter((name) => !told.has(name))).toEqual([])
})

test('"format" writes as the linter wants it', async () => {
  const args = ['app/bootstrap.mjs', 'format', '--stdin-file-path=app/x.ts']
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end('export const  menu = [ "a" ];')
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(said).toBe(`export const menu = ['a']\n`)
  expect(code).toBe(0)
})

const pretend = (version: string) => [
  '--import',
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`,
]

test('a Node that is too old gets one sentence', async () => {
  const { code, said } = await calls(['test'], { node: pretend('18.20.1') })
  expect(code).toBe(1)
  expect(said).toBe(
    'Lunas needs Node 20 or newer and this is Node 18.20.1: install a newer one from nodejs.org.\n',
  )
})

test('an npm that cannot read the lock gets one sentence, and only where something is to be installed', async () => {
  const { code, said, installed } = await calls(['test'], { npm: '9.2.0' })
  expect({ code, installed }).toEqual({ code: 1, installed: false })
  expect(said).toBe(
    'Lunas needs npm 9.3 or newer and this is npm 9.2: run "npm install --global npm@11" as root, and start again.\n',
  )
  await calls(['test'])
  expect(await calls(['test'], { npm: '9.2.0' })).toMatchObject({ code: 0, said: 'ran\n' })
})

test('where npm has no Node the running one is used, when it can be', async () => {
  await calls(['test'])
  rmSync(inFolder('node_modules/.bin/node'))
  expect(await calls(['test'], { node: pretend('22.18.0') })).toMatchObject({ code: 0, said: 'ran\n' })
  symlinkSync('/bin/false', inFolder('node_modules/.bin/node'))
  const { code, said } = await calls(['test'], { node: pretend('20.19.0') })
  expect(code).toBe(1)
  expect(said).toMatch(/^npm has no Node 24 for .* and Node 20\.19\.0 is older than 22\.18: install Node 24/)
})
