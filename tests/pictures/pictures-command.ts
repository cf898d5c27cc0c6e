import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { say } from '#app/start/sentence.ts'
import { listenForStop } from '#app/start/stop-signals.ts'
import { variables } from '#app/start/variables.ts'
import { freePorts } from '#tests/support/run/free-ports.ts'

/**
 * `npm run pictures`: starts the demo in a temporary folder, without the worker, on a day that is always the same, and makes
 * the pictures of the front page, of the README and of the help centre of what its pages show; with `help` those of the
 * help centre alone. Names and codes that the demo draws by chance
 * differ from run to run; everything else is the same as long as the pages are.
 */
const now = new Date('2026-11-27T02:20:00Z')
const clock = pathToFileURL(resolve('tests/pictures/fixed-clock.ts'))
clock.searchParams.set('now', now.toISOString())

for (const name of Object.keys(variables)) if (name !== 'CHROMIUM_PATH') delete process.env[name]
const folder = mkdtempSync(join(tmpdir(), 'lunas-pictures-'))
const port = await freePorts(3)
Object.assign(process.env, { APP_ENV: 'demo', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' })

const [{ environment }, { buildWhenStale }, { childPlans }, prepare, { startChild }, ready, { seedDemo }] =
  await Promise.all([
    import('#app/environment.ts'),
    import('#app/start/building/build.ts'),
    import('#app/start/children.ts'),
    import('#app/start/prepare.ts'),
    import('#app/start/process/child.ts'),
    import('#app/start/ready.ts'),
    import('#db/seed/seed.ts'),
  ])
const [{ takePictures }, { takeHelpPictures }] = await Promise.all([
  import('./take-pictures.ts'),
  import('./help-pictures.ts'),
])

const { signal } = listenForStop()
const endings: (() => Promise<unknown> | undefined)[] = []
try {
  await buildWhenStale(signal)
  const database = await prepare.openDatabase(environment)
  endings.push(() => database.embedded?.stop())
  await prepare.migrateDatabase(environment, database)
  await seedDemo({ ...database, mode: environment.mode, appKey: environment.appKey, now })
  process.env.NODE_OPTIONS = `--import ${clock.href}`
  for (const plan of childPlans(environment, database, { dev: false })) {
    if (plan.name === 'worker') continue
    const child = startChild(plan, {
      onStart() {},
      onKeepsEnding(reason) {
        throw reason
      },
    })
    endings.push(() => child.stop(5_000))
  }
  await ready.untilListening('sandbox', environment.sandboxPort, signal)
  await ready.untilReady('127.0.0.1', port, signal)
  const product = { mainHost: `localhost:${port}`, ownerUrl: database.ownerUrl }
  const told = (made: string) => say(`  ${made}`)
  if (!process.argv.includes('help')) await takePictures(product, told)
  await takeHelpPictures(product, told)
} finally {
  for (let end = endings.pop(); end; end = endings.pop()) await end()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
