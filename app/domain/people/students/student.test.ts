import { expect, test } from 'vitest'
import { locales } from '#app/i18n/locales.ts'
import { countryName, nationalities } from './student.ts'

test('a country is called as people call it, in each language', () => {
  for (const locale of locales) {
    const names = nationalities.map((code) => countryName(code, locale))
    expect(names).toContain('Hong Kong')
    expect(names).toContain('Myanmar')
    expect(names.filter((name) => /[()]| SAR /.test(name ?? ''))).toEqual([])
  }
})
