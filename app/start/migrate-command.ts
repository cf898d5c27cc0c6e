import { environment } from '#app/environment.ts'
import { migrateDatabase, withDatabase } from './prepare.ts'
import { say } from './sentence.ts'

/** `npm run migrate`: beside a running product or without one. */
await withDatabase(environment, (database) => migrateDatabase(environment, database))
say('The database is up to date.')
