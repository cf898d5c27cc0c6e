import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { goodResults, operatorSignInMethods, signInMethods } from '#app/domain/core/sign-in-log.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { signInOutcomes } from './logins.ts'

/** What the pages look up for a sign-in: the log of everybody, and the own one. */
const keys = [
  ...[...signInMethods, ...operatorSignInMethods].map((method) => `profile.methods.${method}`),
  ...[...signInOutcomes, 'code_asked', 'password_reset'].map((outcome) => `audit.login.outcomes.${outcome}`),
  ...goodResults.map((result) => `profile.results.${result}`),
]

describe('every way in and every result that is written down', () => {
  test.each([...locales])('has its words in %s', (locale) => {
    const i18n = i18nOf(locale)
    const known = (key: string) => i18n.exists(key, { lngs: [locale], fallbackLng: [] })
    expect(keys.filter((key) => !known(key))).toEqual([])
  })

  /** Whose types know every way and every result, and the lists of those are what has words. */
  test('is written by the one function that knows them all', () => {
    const files = globSync('{app,jobs}/**/*.{ts,tsx}').filter((file) => !file.includes('test'))
    const writing = files.filter((file) =>
      /insertInto\(\s*'(platform\.)?login_log'/.test(readFileSync(file, 'utf8')),
    )
    expect(writing).toEqual(['app/domain/core/sign-in-log.ts'])
  })
})
