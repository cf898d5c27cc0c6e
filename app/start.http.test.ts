import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive, type ProcessIdentity } from '#db/embedded/identity.ts'
import { isPostmasterOf, readPostmaster, stopPostmaster } from '#db/embedded/postmaster.ts'
import { startEmbedded } from '#db/embedded.ts'
import { createPool } from '#db/pool.ts'
import { appUrlOf, migrateAll } from '#tests/support/database/template.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { freePortOfThree, type Supervised, startProduct } from '#tests/support/product/supervised.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'

const home = mkdtempSync(join(tmpdir(), 'lunas-start-'))
const dataDir = join(home, 'data')
const cluster = join(dataDir, 'postgres')
const started: Supervised[] = []

afterAll(async () => {
  for (const { process: child } of started) child.kill('SIGKILL')
  const left = readPostmaster(cluster)
  if (left) await stopPostmaster(cluster, left.pid)
  rmSync(home, { recursive: true })
})

/**
 * Of the demo, which takes longer to invent than all of this, nothing is looked for here but who can sign in to it: a
 * folder that has an organisation already gets none. The browser tests begin with an empty folder, and so does a soak.
 */
beforeAll(async () => {
  if (!soaking) await withOrganisation(cluster)
})

async function withOrganisation(folder: string) {
  const server = await startEmbedded({ folder, forgetful: true })
  const ownerUrl = server.ownerUrl()
  const appUrl = appUrlOf(ownerUrl)
  await migrateAll({ ownerUrl, appUrl })
  const pool = createPool(appUrl, { max: 1 })
  await freshTenant({}, { ownerUrl, appUrl, pool })
  await pool.end()
  await server.stop()
}

function start(variables: Record<string, string>): Supervised {
  const product = startProduct({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...variables })
  started.push(product)
  return product
}

const children = () =>
  (JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { children: ProcessIdentity[] }).children

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 25))
}

describe('the life of the product', () => {
  let port: number
  let product: Supervised
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )

  test('it starts, says where it is and who can sign in, and answers', async () => {
    port = await freePortOfThree()
    product = start({ PORT: String(port) })
    expect(await product.says(/Ctrl-C stops it\..*superadmin@demo\.test/s)).toContain(
      `Lunas is ready at http://localhost:${port}`,
    )
    expect(await ready()).toBe(true)
  })

  test('a second start in the same folder is refused, with a sentence', async () => {
    const second = start({ PORT: String(await freePortOfThree()) })
    expect(await second.ended()).toBe(1)
    expect(second.said()).toBe(
      `Lunas already runs in this folder (process ${product.pid}, http://localhost:${port}): stop it first, or choose other values for DATA_DIR and PORT.\n`,
    )
    expect(await ready()).toBe(true)
  })

  test('a process that dies comes back', async () => {
    const web = children().at(-1)!
    process.kill(web.pid, 'SIGKILL')
    await product.says(/The web process ended \(by SIGKILL\) and is started again/)
    await until(ready)
    expect(isAlive(web)).toBe(false)
  })

  test('a database that dies comes back where it was', async () => {
    const before = readPostmaster(cluster)!
    process.kill(before.pid, 'SIGKILL')
    await product.says(/The database ended unexpectedly and is started again/)
    await until(() => readPostmaster(cluster)?.pid !== before.pid && ready())
    expect(readPostmaster(cluster)?.port).toBe(before.port)
  })

  test('when the supervisor is killed, the next start clears up and goes on with the same data', async () => {
    const [key, processes, { pid }] = [
      readFileSync(join(dataDir, 'app-key')),
      children(),
      readPostmaster(cluster)!,
    ]
    product.process.kill('SIGKILL')
    await product.ended()
    product = start({ PORT: String(port) })
    await product.says(/Lunas is ready/)
    expect(processes.filter(isAlive)).toEqual([])
    expect(isPostmasterOf(cluster, pid)).toBe(true)
    expect(readFileSync(join(dataDir, 'app-key'))).toEqual(key)
    expect(await ready()).toBe(true)
  })

  test('Ctrl-C, however often npm repeats it, ends everything in order and within ten seconds', async () => {
    const processes = children()
    const { pid } = readPostmaster(cluster)!
    const watch = stopwatch()
    product.process.kill('SIGINT')
    product.process.kill('SIGINT')
    expect(await product.ended()).toBe(0)
    watch.within(10_000)
    expect(processes).toHaveLength(3)
    expect(processes.filter(isAlive)).toEqual([])
    expect(isPostmasterOf(cluster, pid)).toBe(false)
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false)
  })
})

test('a worker that keeps ending is told with its last words while pages go on, and runs once it can', async () => {
  const port = await freePortOfThree()
  const [broken, preload] = [join(home, 'broken'), join(home, 'preload.mjs')]
  writeFileSync(broken, '')
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs'
    if (process.argv.at(-1) === 'worker' && existsSync(${JSON.stringify(broken)})) {
      console.error('the queue has no tables')
      process.exit(3)
    }`,
  )
  const product = start({ PORT: String(port), NODE_OPTIONS: `--import=${pathToFileURL(preload)}` })
  const said = await product.says(/The worker process keeps ending.*?every minute\./s)
  expect(said).toMatch(
    /keeps ending \(with code 3\)\. Its last words:\s+the queue has no tables\s+Pages and payments go on; mail, PDFs/,
  )
  expect(
    said.match(/The worker process ended \(with code 3\) and is started again/g)!.length,
  ).toBeGreaterThan(4)
  await product.says(/Lunas is ready/)
  const page = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
  expect(await page()).toBe(200)
  const before = children()
  rmSync(broken)
  await until(
    () => children().filter(isAlive).length === before.length && children().length === before.length,
  )
  const processes = children()
  product.process.kill('SIGINT')
  expect(await product.ended()).toBe(0)
  expect(processes.filter(isAlive)).toEqual([])
})

describe('what stops a start', () => {
  test('a taken port, before anything else is begun', async () => {
    const rival = createServer()
    await new Promise<void>((resolve) => rival.listen(0, '127.0.0.1', resolve))
    const { port } = rival.address() as { port: number }
    const product = start({ PORT: String(port), DATA_DIR: join(home, 'unused') })
    expect(await product.ended()).toBe(1)
    expect(product.said()).toMatch(
      new RegExp(
        `^Port ${port} is taken by another program: choose another one, for example with PORT=\\d+ npm start\\.\n$`,
      ),
    )
    expect(existsSync(join(home, 'unused', 'postgres'))).toBe(false)
    rival.close()
  })

  test('a wrong variable, with one line that names it', async () => {
    const product = start({ PORT: 'three thousand' })
    expect(await product.ended()).toBe(1)
    expect(product.said()).toBe('PORT must be a whole number from 1 to 65535; it is "three thousand".\n')
  })

  test('a data folder that cannot be', async () => {
    const product = start({ PORT: String(await freePortOfThree()), DATA_DIR: '/dev/null/data' })
    expect(await product.ended()).toBe(1)
    expect(product.said()).toMatch(
      /^The demo keeps its key in \/dev\/null\/data\/app-key, which cannot be used/,
    )
  })

  test('a database that is not there', async () => {
    const port = await freePortOfThree()
    const product = start({
      PORT: String(port),
      DATA_DIR: join(home, 'elsewhere'),
      DATABASE_URL: `postgresql://owner:word@127.0.0.1:${port + 1}/lunas`,
    })
    expect(await product.ended()).toBe(1)
    expect(product.said()).toBe(
      `DATABASE_URL does not lead to a database: nothing answers at 127.0.0.1:${port + 1}.\n`,
    )
  })
})
