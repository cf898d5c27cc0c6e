import { join } from 'node:path'
import { appDatabaseUrl, type Environment } from '#app/environment.ts'
import { type EmbeddedPostgres, runningEmbedded, startEmbedded } from '#db/embedded.ts'
import { checkDatabase } from './check-database.ts'
import { StartError } from './sentence.ts'
import { step } from './steps.ts'

/** Where the Postgres inside the product lives. */
export const clusterOf = (environment: Environment) => join(environment.dataDir, 'postgres')

/** A database that is there: the addresses for its owner and for the application, and how to give it back. */
export interface Database {
  ownerUrl: string
  appUrl: string
  /** The Postgres inside the product; undefined when DATABASE_URL names another one. */
  embedded: EmbeddedPostgres | undefined
}

/** Starts the Postgres inside the product, unless DATABASE_URL names another one, which must then answer. */
export async function openDatabase(environment: Environment): Promise<Database> {
  if (environment.databaseUrl) {
    const database = addressesOf(environment, environment.databaseUrl, undefined)
    await checkDatabase(database.ownerUrl, database.appUrl)
    return database
  }
  const embedded = await step('Starting the database', () =>
    startEmbedded({ folder: clusterOf(environment) }),
  )
  return addressesOf(environment, embedded.ownerUrl(), embedded)
}

/**
 * For a command beside or without `npm start`: uses the database that runs, or starts it for as long as `work` takes.
 */
export async function withDatabase<R>(
  environment: Environment,
  work: (database: Database) => Promise<R>,
): Promise<R> {
  const running = environment.databaseUrl ? undefined : await runningEmbedded(clusterOf(environment))
  const database = running
    ? addressesOf(environment, running.ownerUrl(), running)
    : await openDatabase(environment)
  try {
    return await work(database)
  } finally {
    if (!running) await database.embedded?.stop()
  }
}

/** Brings every schema and the queue to the newest version; refuses (StartError) when one could not be. */
export async function migrateDatabase(
  environment: Environment,
  { ownerUrl, appUrl }: Database,
): Promise<void> {
  const { migrate } = await import('#db/migrating/migrate.ts')
  const { afterMigrating } = await import('./after-migrating.ts')
  await step('Bringing the database up to date', async (progress) => {
    const onProgress = (now: { what: string; done: number; of: number }) =>
      progress(`${now.what}, ${now.done + 1} of ${now.of}`)
    const { failed } = await migrate({ ownerUrl, appUrl, onProgress })
    const [first] = failed
    if (first) {
      throw new StartError(
        `${failed.length} of the schemas could not be migrated; the first is ${first.schema}: ${first.reason}`,
      )
    }
    await afterMigrating(environment, { ownerUrl, appUrl })
  })
}

/** The addresses of a database for those who use it. */
export function addressesOf(
  environment: Environment,
  ownerUrl: string,
  embedded: EmbeddedPostgres | undefined,
): Database {
  return { ownerUrl, embedded, appUrl: appDatabaseUrl({ ...environment, databaseUrl: ownerUrl }) }
}
