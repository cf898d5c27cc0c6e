import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { built, pointer } from '#app/start/building/built.ts'
import { freePort } from '#db/embedded/launch.ts'
import type { EmbeddedPostgres } from '#db/embedded.ts'
import { startThrowAway } from '#db/throw-away.ts'
import { redisServer, withoutRedis } from '#tests/support/jobs/redis-server.ts'
import { bill, enrol, pay, receipt } from '#tests/support/product/billing.ts'
import {
  cloneTo,
  done,
  linkPackages,
  linkPrunedPackages,
  proxy,
  shell,
  type Told,
} from '#tests/support/product/installed.ts'
import { freePortOfThree } from '#tests/support/product/supervised.ts'
import { type Page, type Visitor, visitor, wordsOf } from '#tests/support/product/visitor.ts'
import { soaking } from '#tests/support/run/soak.ts'

/**
 * Does what docs/operate says, with the words that stand there: an empty Postgres of its own, whose
 * administrator is no superuser, two web processes behind a proxy, a worker, in soak two, and the sandbox for bank and
 * mail. What differs from the docs: hosts, ports and secrets, http in place of https, and the packages of `npm ci`,
 * which are linked from here; in `npm test` those alone that are left when what only builds is gone.
 */
const operations = ['install', 'redis', 'keys']
  .map((page) => readFileSync(`docs/operate/${page}.md`, 'utf8'))
  .join('\n')
const blocks = [...operations.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
const blockOf = (language: string, n = 0) =>
  blocks.filter(([, its]) => its === language).map(([, , text]) => text!)[n]!

const home = mkdtempSync(join(tmpdir(), 'lunas-operations-'))
const folder = join(home, 'lunas')
const settings = join(home, 'lunas.env')
const appKey = randomBytes(32)
const password = 'a fine long password 42'
const here = { cwd: folder, env: { npm_config_offline: 'true' } }
const processes: Told[] = []
let server: EmbeddedPostgres
let port: number
let sandboxPort: number
let webs: number[] = []
let workers: number[] = []
let closeProxy = () => {}

beforeAll(async () => {
  server = await startThrowAway()
  const front = await proxy(() => webs)
  port = front.port
  closeProxy = () => front.server.close()
})

afterAll(async () => {
  for (const { child } of processes) if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
  closeProxy()
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
})

const slow = { timeout: 240_000 }
const soon = { timeout: 300_000, interval: 100 }

test('1. Postgres: an administrator who is no superuser makes the owner and the database', slow, async () => {
  // the names of the docs are taken by what the bundled server begins with
  await asSuperuser(`create role chief superuser login password 'word'`)
  await asSuperuser(
    `drop database lunas; alter role lunas rename to bundled; create role administrator login createrole createdb password 'word'`,
    'chief',
  )
  const statements = blockOf('sql')
    .split(';')
    .filter((statement) => statement.trim() !== '')
  expect(statements).toHaveLength(3)
  for (const statement of statements) await asSuperuser(statement, 'administrator')
})

async function asSuperuser(text: string, user?: string) {
  const url = new URL(server.ownerUrl('postgres'))
  if (user) Object.assign(url, { username: user, password: 'word' })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of text.split(';')) await client.query(statement)
  await client.end()
}

test('2. Program: built, and what only builds is gone', slow, async () => {
  cloneTo(folder)
  const [install, ...commands] = blockOf('sh').trim().split('\n')
  expect(install).toBe('npm ci')
  expect(commands).toEqual(['npm run build', 'npm prune --omit=dev'])
  if (soaking) {
    linkPackages(folder)
    for (const command of commands) await done(command, here)
  } else {
    // as these commands leave it, with what was built of the same sources for all tests
    linkPrunedPackages(folder)
    for (const path of [built().folder, pointer]) cpSync(path, join(folder, path), { recursive: true })
  }
  const copies = (cwd: string) =>
    ['vite', '@remix-run/dev', 'esbuild', 'vitest', 'react', 'bullmq'].flatMap((name) =>
      globSync(`{node_modules,node_modules/**/node_modules}/${name}/package.json`, { cwd }).map(dirname),
    )
  const kept = /`(\S+)` stays/.exec(operations)![1]!
  expect(copies(folder)).toEqual([kept, 'node_modules/react', 'node_modules/bullmq'])
  expect(copies('.')).toEqual(expect.arrayContaining(['node_modules/vite', 'node_modules/esbuild', kept]))
})

test('3. Settings', async () => {
  sandboxPort = await freePortOfThree()
  const own: Record<string, string> = {
    APP_KEY: appKey.toString('base64'),
    MAIN_HOST: `localhost:${port}`,
    DATA_DIR: join(home, 'data'),
  }
  const lines = blockOf('ini')
    .trim()
    .split('\n')
    .filter((line) => !/^(SMTP_URL|FPX_\w+)=/.test(line))
    .map((line) => line.replace(/^(\w+)=.*/, (whole, name) => (own[name] ? `${name}=${own[name]}` : whole)))
    .map((line) => line.replace('@db.example:5432/', `@127.0.0.1:${server.port}/`))
  const [, allowed, where] = /set `(ALLOW_SANDBOX=yes)` and `(SANDBOX_PORT)=/.exec(operations)!
  const trial = [allowed, `${where}=${sandboxPort}`, 'SECURE=no', 'LOG_LEVEL=warn']
  writeFileSync(settings, [...lines, ...trial, ''].join('\n'))
  chmodSync(settings, 0o600)
})

const withSettings = (lines: string) => lines.replaceAll('/etc/lunas.env', settings)
let operatorLink: string
let superadminLink: string
let owner: Visitor
let inside: Page

test('4. Tables and first people', slow, async () => {
  const [load, , create] = blockOf('sh', 1).split('\n')
  const early = shell(withSettings(`${load}\n${create}`), here)
  expect(await early.ended).toBe(1)
  expect(early.said()).toMatch(
    /^The application cannot log in to this database: run "npm run migrate" first/m,
  )
  const said = await done(withSettings(blockOf('sh', 1)), here)
  expect(said).toContain('The database is up to date.')
  const links = [...said.matchAll(/to be chosen at (http:\S+)/g)].map(([, link]) => link!)
  expect(links).toHaveLength(2)
  ;[operatorLink, superadminLink] = links as [string, string]
  const again = shell(withSettings(`${load}\n${create}`), here)
  expect(await again.ended).toBe(1)
  expect(again.said()).toMatch(/There is an operator already \(siti@lunas\.example\)/)
})

/** As the service manager starts it; its whole group ends when this test does, however that happens. */
function start(command: string, variables: Record<string, string> = {}): Told {
  const orphaned = `while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done; kill -KILL -$$`
  const lines = withSettings(`set -a; . /etc/lunas.env; set +a; (${orphaned}) & exec ${command}`)
  const told = shell(lines, { ...here, env: { ...here.env, ...variables } })
  processes.push(told)
  return told
}

test('5. Processes', slow, async () => {
  webs = [await freePort(), await freePort()]
  workers = soaking ? [await freePort(), await freePort()] : [await freePort()]
  await startAll()
})

async function startAll() {
  const web = /^ExecStart=\/usr\/bin\/(npm run web)$/m.exec(blockOf('ini', 1))![1]!
  const [, worker, workerPort] = /`\/usr\/bin\/(npm run worker)` and `(\w+)` for `PORT`/.exec(operations)!
  const trial = /run `(npm run sandbox)` beside/.exec(operations)![1]!
  start(trial)
  for (const own of webs) start(web, { PORT: String(own) })
  for (const own of workers) start(worker!, { [workerPort!]: String(own) })
  await vi.waitFor(
    async () => {
      for (const own of [...webs, ...workers])
        expect((await fetch(`http://127.0.0.1:${own}/readyz`)).status).toBe(200)
    },
    { ...soon, timeout: 150_000 },
  )
}

test('the operator comes in, with a second factor', slow, async () => {
  const siti = visitor(port)
  const welcome = await siti.open(operatorLink)
  expect(wordsOf(welcome)).toContain('siti@lunas.example')
  const login = await siti.press(welcome, /password|start|sign in/i, {
    password,
    password_confirmation: password,
  })
  expect(login.url.pathname).toBe('/admin/login')
  const offer = await siti.press(login, /sign in/i, { email: 'siti@lunas.example', password })
  expect(offer.url.pathname).toBe('/admin/second-factor')
  const secret = Secret.fromBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec(offer.html)![1]!.replaceAll(' ', ''))
  const codes = await siti.press(offer, /turn on|set up|switch on|confirm/i, {
    code: new TOTP({ secret }).generate(),
  })
  expect(codes.html.match(/<code>[\da-z-]{19}<\/code>/g)).toHaveLength(10)
  const dashboard = await siti.open('/admin/dashboard', codes)
  expect({ status: dashboard.status, path: dashboard.url.pathname }).toEqual({
    status: 200,
    path: '/admin/dashboard',
  })
})

test(
  'the organisation bills a student, the family pays at the bank, and the receipt is a PDF',
  slow,
  async () => {
    owner = visitor(port)
    const chosen = { password, password_confirmation: password }
    inside = await owner.press(await owner.open(superadminLink), /password|start|sign in/i, chosen)
    expect(inside.status).toBe(200)
    await enrol(owner, inside, 'Nur Aisyah binti Azman')
    const words = await receipt(await pay(port, await bill(owner, inside, '123.45')))
    expect(words).toContain('123.45')
    expect(words).toMatch(/RCP-\d\d-\d{6}/)
  },
)

test('a service manager ends the processes, none of which has complained', slow, async () => {
  await endAll()
})

async function endAll() {
  const all = processes.splice(0)
  for (const { child } of all) process.kill(-child.pid!, 'SIGTERM')
  await Promise.all(all.map(({ ended }) => ended))
  for (const { said } of all) expect(said()).not.toMatch(/"level":(50|60)|^[^{]*Error/m)
}

test('the commands tell what there is, and a new key takes the place of the old one', slow, async () => {
  const [load] = blockOf('sh', 1).split('\n')
  const run = (...commands: string[]) => done(withSettings([load, ...commands].join('\n')), here)
  const said = await run('npm run tenant -- list', 'npm run operator -- list')
  expect(said).toMatch(/^bestari +Pusat Tuisyen Bestari +tuition +active /m)
  expect(said).toMatch(/^siti@lunas\.example +Siti Aminah +owner +active +on /m)

  expect(operations).toContain('set the new one, with the old one as `APP_KEY_BEFORE`; run `npm run migrate`')
  const old = readFileSync(settings, 'utf8')
  const fresh = old.replace(/^APP_KEY=.*$/m, `APP_KEY=${randomBytes(32).toString('base64')}`)
  writeFileSync(settings, `${fresh}APP_KEY_BEFORE=${appKey.toString('base64')}\n`)
  const resealed = await run('npm run migrate', 'npm run reseal')
  expect(resealed).toMatch(/: \d+ sealed anew$/m)
  expect(resealed).toContain('Everything is sealed with the newest key.')
  writeFileSync(settings, fresh)
  expect(await run('npm run reseal', 'npm run audit -- verify')).toContain(
    'All logs are as they were sealed.',
  )
})

const untried = withoutRedis ?? (soaking ? undefined : 'left to npm run soak')

test.skipIf(untried)(
  `the same on Redis, which is killed and comes back empty (${untried ?? 'tried'})`,
  slow,
  async () => {
    const redis = await redisServer()
    onTestFinished(() => redis.close())
    const line = /^REDIS_URL=.*$/m.exec(blockOf('ini', 2))![0]
    appendFileSync(settings, `${line.replace(/=.*/, `=${redis.url}`)}\n`)
    await startAll()
    expect(await receipt(await pay(port, await bill(owner, inside, '10.01')))).toContain('10.01')
    expect(await redis.say('zcard', 'bull:lunas:completed')).toBeGreaterThan(0)

    await redis.kill()
    const [first, second] = [await bill(owner, inside, '20.02'), await bill(owner, inside, '30.03')]
    const payments = [await pay(port, first), await pay(port, second)]
    await redis.start()
    expect(await receipt(payments[0]!)).toContain('20.02')
    expect(await receipt(payments[1]!)).toContain('30.03')
    await vi.waitFor(async () => {
      const page = await visitor(sandboxPort).open(`http://localhost:${sandboxPort}/sandbox/mail`)
      expect(page.html.match(/azman@family\.test/g)).toHaveLength(4)
    }, soon)
    await endAll()
  },
)
