import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Jobs whose domain code runs in the worker alone, where nobody sees which day or hour it takes it to be. */
const files = [
  ...globSync('jobs/handlers/*.ts'),
  ...globSync('jobs/queue/schedules.ts'),
  ...globSync('app/domain/payments/reminders/*.ts'),
  ...globSync('app/domain/organisation/own-domain/*.ts'),
  ...globSync('app/domain/billing/generations/*.ts'),
  ...globSync('app/routes/tenant/reminder/*.ts*'),
].filter((file) => !/\.test\.|support/.test(file))

test('no query takes the day of its connection, which is UTC and yesterday until 8 am, for today', () => {
  const sources = [...globSync('{app,jobs}/**/*.{ts,tsx}'), ...globSync('db/seed/**/*.ts')]
  const bad = sources.filter((file) =>
    /\bcurrent_date\b|now\(\)::date/.test(withoutComments(readFileSync(file, 'utf8'))),
  )
  expect(bad).toEqual([])
})

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('what is compared with stored instants and days goes by the clock of the database', () => {
  expect(files.length).toBeGreaterThan(30)
  const bad = files.filter((file) =>
    /\b(currentDay|currentTime)\(|new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8')),
  )
  expect(bad).toEqual([])
})
