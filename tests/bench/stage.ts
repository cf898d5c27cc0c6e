import type pg from 'pg'
import { appDatabaseUrl, environment } from '#app/environment.ts'
import { buildWhenStale } from '#app/start/building/build.ts'
import { untilReady } from '#app/start/ready.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { createPool } from '#db/pool.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { startThrowAway } from '#db/throw-away.ts'
import { freePort, type ServerProcess, startServerProcess } from './process/server-process.ts'

/** A database of our own with all migrations, as its owner and as the application. */
export interface Database {
  ownerUrl: string
  appUrl: string
  pool: pg.Pool
}

export interface Product extends ServerProcess {
  /** Host of the operator as a browser writes it; tenants live below it. */
  mainHost: string
}

/** What the benchmarks share, each made when the first of them asks for it. */
export interface Stage {
  /** Aborted when somebody interrupts the benchmarks. */
  signal: AbortSignal
  database(): Promise<Database>
  /** Another one with the demo organisations, which are laid down in an empty one only. */
  demo(): Promise<Database>
  /** The built product in production mode on the demo organisations, in a process of its own. */
  product(): Promise<Product>
  /** Gives something back when all benchmarks are done, the last one first. */
  atEnd(work: () => Promise<unknown>): void
  /** Settles when all is given back; again after it was begun, it also gives back what was made meanwhile. */
  close(): Promise<void>
}

/** The demo is sealed with it, and the product opens it with it. */
const { appKey } = environment

export function openStage(signal: AbortSignal): Stage {
  const endings: (() => Promise<unknown>)[] = []
  let closed = Promise.resolve()
  const stage: Stage = {
    signal,
    database: once(() => openDatabase(stage)),
    demo: once(async () => {
      const database = await openDatabase(stage)
      await seedDemo({ ...database, mode: 'test', appKey })
      return database
    }),
    product: once(async () => {
      const [database] = await Promise.all([stage.demo(), buildWhenStale(signal)])
      const product = await startProduct(database)
      stage.atEnd(() => product.stop())
      return product
    }),
    atEnd(work) {
      endings.push(work)
      // what has been made meanwhile is given back at once, and what needs it fails
      if (signal.aborted) void stage.close()
    },
    close() {
      closed = closed.then(async () => {
        for (let work = endings.pop(); work; work = endings.pop()) await work()
      })
      return closed
    },
  }
  return stage
}

async function openDatabase(stage: Stage): Promise<Database> {
  const server = await startThrowAway('disk')
  stage.atEnd(() => server.stop())
  const ownerUrl = server.ownerUrl()
  const appUrl = appDatabaseUrl({ ...environment, appDatabaseUrl: undefined, databaseUrl: ownerUrl })
  const { failed } = await migrate({ ownerUrl, appUrl })
  if (failed[0]) throw new Error(`migration of ${failed[0].schema}: ${failed[0].reason}`)
  const pool = createPool(appUrl)
  stage.atEnd(() => pool.end())
  return { ownerUrl, appUrl, pool }
}

/** What any process of the product needs to be told. */
export function productEnv({ ownerUrl, appUrl }: Pick<Database, 'ownerUrl' | 'appUrl'>) {
  return {
    APP_ENV: 'production',
    APP_KEY: appKey.toString('base64'),
    DATABASE_URL: ownerUrl,
    APP_DATABASE_URL: appUrl,
    SECURE: 'no',
  }
}

/** Another one for a benchmark that needs it set up otherwise; it stops with the stage. */
export async function startProduct(
  { ownerUrl, appUrl }: Database,
  more: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort()
  const mainHost = `localhost:${port}`
  const process = await startServerProcess({
    file: 'app/start/command/program.ts',
    args: ['web'],
    port,
    env: {
      ...productEnv({ ownerUrl, appUrl }),
      PORT: String(port),
      MAIN_HOST: mainHost,
      ...more,
    },
    ready: () => untilReady('127.0.0.1', port, AbortSignal.timeout(30_000)),
  })
  return { ...process, mainHost }
}

function once<R>(work: () => Promise<R>): () => Promise<R> {
  let made: Promise<R> | undefined
  return () => (made ??= work())
}
