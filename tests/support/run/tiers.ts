import { matchesGlob } from 'node:path'

/**
 * Three sizes of a run. `npm test` is what every commit runs: all unit tests, the database tests of the rules of money,
 * access and isolation, each noun's contract, one walk over every route and one story in a browser for each kind of
 * person. `npm run test:all` runs every test once, with `-- rest` those that `npm test` leaves, and `npm run soak` with
 * whole counts what the others try in part.
 */
export type Tier = 'commit' | 'rest' | 'all' | 'soak'

/** A file that is asked for by name is run as in `test:all`. */
export const tier = (process.env.TIER ?? 'all') as Tier

/** Tests of what is served over HTTP that `npm test` runs; the others are left to `npm run test:all`. */
export const servedInCommit = [
  // every route: its address, its access, and two judges of what it answers
  'tests/walk/declarations.http.test.ts',
  'tests/walk/walk.http.test.ts',
  'app/server/routing/guard.http.test.ts',
  'app/server/routing/sides.http.test.ts',
  // the contract of every noun that an organisation keeps by form
  'tests/resources.http.test.ts',
]

/** Database tests that `npm test` leaves to `npm run test:all`: they cost as much as a hundred others. */
export const databaseInAll = [
  // the demo, and processes that are started, killed and looked at
  'db/seed/**',
  'db/command/**',
  'db/provisioning/**',
  'db/migrating/**',
  'jobs/fair-share.db.test.ts',
  'jobs/worker.db.test.ts',
  'jobs/worker-redis.db.test.ts',
  'jobs/queue/redis.db.test.ts',
  'jobs/pdf/**',
  'jobs/handlers/**',
  'app/start/**',
  'app/domain/billing/generations/killed.db.test.ts',
  'jobs/messages/**',
  // large amounts of rows
  'app/domain/billing/generations/large-month.db.test.ts',
  'tests/search.db.test.ts',
  'tests/einvoice-throughput.db.test.ts',
  // no money and nobody's rights
  'app/domain/enrolment/**',
  'app/domain/payments/reminders/**',
  'app/domain/audit/seals/**',
  'app/domain/audit/log/demo-secrets.db.test.ts',
]

/** The tag of browser stories that `npm test` runs: one for each kind of person. */
export const taggedForCommit = '@commit'

/** Whether `npm test` runs this test file. */
export function isInCommit(file: string): boolean {
  if (file.includes('.http.test.')) return servedInCommit.includes(file)
  return !databaseInAll.some((pattern) => matchesGlob(file, pattern))
}

/** Whether a run of this size runs this test file. */
export function isInTier(file: string): boolean {
  if (tier === 'commit') return isInCommit(file)
  return tier !== 'rest' || !isInCommit(file)
}
