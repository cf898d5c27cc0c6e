import { defineConfig } from '@playwright/test'

/**
 * Whole stories in a real browser, as a newcomer starts the product: `tests/e2e/product.ts` runs `app/start.ts` in a
 * data folder and on ports of its own. Scripts are off: no page may need one.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/product.ts',
  fullyParallel: true,
  workers: 2,
  // a hang, and not a machine that is busy, ends them
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [['line'], ['json', { outputFile: 'test-results/e2e.json' }]] : 'list',
  outputDir: 'test-results/e2e',
})
