import { globSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isInTier, tier } from './tests/support/run/tiers.ts'

// for the workers through `env`, for the global set-up, which runs in this process, right here
// files of tests never mix with those of a product that was started in this folder
const data = join(tmpdir(), `lunas-test-data-${process.pid}`)
process.once('exit', () => rmSync(data, { recursive: true, force: true }))
const variables = { APP_ENV: 'test', TZ: 'UTC', DATA_DIR: data, TEST_DATA_DIR: data }
Object.assign(process.env, variables)

/** With React's checks of what it is given, or with a module that is put in the place of another. */
const apart = ['tests/walk/demo.http.test.ts', 'db/migrating/migrate.db.test.ts']

const ignored = ['node_modules/**', 'build/**', '.data/**', 'tests/e2e/**']

const served = globSync('{app,db,jobs,tests}/**/*.{db,http}.test.{ts,tsx}').filter(isInTier)

/**
 * Tests that need nothing beside them, tests of what is served, with a database and mostly the built product, and a few
 * that want a process of their own; none of them loads Remix's plugin.
 */
export default defineConfig({
  // one runtime for both Reacts, the one that checks and the one that is shipped
  esbuild: { jsxDev: false },
  test: {
    env: variables,
    pool: 'forks',
    // two for each of two cores, since many a test waits for a process that it has started; a soak looks at times, too
    maxWorkers: tier === 'soak' ? 1 : 4,
    // a list of faults is told in the summary with its faults, not as `Array(1)`
    chaiConfig: { truncateThreshold: 2_000 },
    setupFiles: 'tests/support/run/setup.ts',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Node loads what is built: to compile it anew would cost each process of tests three seconds
    server: { deps: { external: [/\/build\/[^/]+\/server\//] } },
    // files of a kind share nothing but modules, so that nobody needs to load the product anew for each
    isolate: false,
    // a hang ends a test, never a machine that is busy with something else; a soak asks for hours of what others sample
    testTimeout: tier === 'soak' ? 4 * 3_600_000 : 600_000,
    hookTimeout: tier === 'soak' ? 3_600_000 : 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: tier === 'rest' ? [] : ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{db,http}.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'served',
          include: served.filter((file) => !apart.includes(file)),
          exclude: ignored,
          // React as it is shipped: the checks of its development make it twice as slow
          env: { NODE_ENV: 'production' },
          globalSetup: ['tests/support/run/global-setup.ts', 'tests/support/run/global-build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: served.filter((file) => apart.includes(file)),
          isolate: true,
          globalSetup: ['tests/support/run/global-setup.ts', 'tests/support/run/global-build.ts'],
        },
      },
    ],
  },
})
