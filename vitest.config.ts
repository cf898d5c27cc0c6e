import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// for the workers through `env`, for the global set-up, which runs in this process, right here
// files of tests never mix with those of a product that was started in this folder
const data = join(tmpdir(), `lunas-test-data-${process.pid}`)
const variables = { APP_ENV: 'test', TZ: 'UTC', DATA_DIR: data, TEST_DATA_DIR: data }
Object.assign(process.env, variables)

const ignored = ['node_modules/**', 'build/**', '.data/**', 'tests/e2e/**']

/** Three kinds of test, told apart by their names; none of them loads Remix's plugin. */
export default defineConfig({
  test: {
    env: variables,
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: 'tests/support/run/setup.ts',
    restoreMocks: true,
    // generous, because the machine may be busy with something else
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // these share nothing but modules, so that nobody needs to load them anew for each file
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{db,http}.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.{ts,tsx}'],
          exclude: ignored,
          globalSetup: 'tests/support/run/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['**/*.http.test.{ts,tsx}'],
          exclude: ignored,
          globalSetup: ['tests/support/run/global-setup.ts', 'tests/support/run/global-build.ts'],
        },
      },
    ],
  },
})
