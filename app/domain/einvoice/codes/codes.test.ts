import { describe, expect, test } from 'vitest'
import { states } from '#app/domain/core/contact/address.ts'
import { nationalities } from '#app/domain/people/students/student.ts'
import { isClassification } from './classifications.ts'
import { countryCode, isCountry } from './countries.ts'
import { isCurrency } from './currencies.ts'
import { commonMsic, isMsic, msicActivity, searchMsic } from './msic.ts'
import { isState, stateCode, stateList } from './states.ts'
import { isUnit } from './units.ts'

describe('states', () => {
  test('each of ours has a code of its own', () => {
    expect(new Set(states.map(stateCode)).size).toBe(16)
    expect(stateList.map(({ code }) => code).slice(0, 2)).toEqual(['01', '02'])
    expect(stateCode('Selangor')).toBe('10')
    expect(stateCode('07')).toBe('07')
  })

  test('none is 17 or 00', () => {
    for (const code of ['17', '00', 'NA', ''])
      expect([isState(code), stateCode(code)]).toEqual([false, undefined])
  })
})

describe('countries', () => {
  test('are known in two letters and in three', () => {
    expect([countryCode('MY'), countryCode('mys'), countryCode('SG')]).toEqual(['MYS', 'MYS', 'SGP'])
    expect([countryCode('DE'), countryCode('CW'), countryCode('XK')]).toEqual(['DEU', 'CUW', 'XKX'])
    expect([countryCode('ZZ'), countryCode(''), isCountry('MY')]).toEqual([undefined, undefined, false])
  })

  test('all that students can come from are there', () => {
    expect(nationalities.filter((code) => code !== 'ZZ' && !countryCode(code))).toEqual([])
  })
})

describe('what businesses do', () => {
  test('is found by words, by their beginnings and by digits', () => {
    expect(searchMsic('sport instr')[0]).toEqual({ code: '85411', activity: 'Sports instruction' })
    expect(searchMsic('tuition').map(({ code }) => code)).toContain('85491')
    expect(searchMsic('pre-primary private')[0]!.code).toBe('85102')
    expect(searchMsic('8510').map(({ code }) => code)).toEqual(['85102', '85104', '85101', '85103'])
    expect(searchMsic('zzz')).toEqual([])
    expect(searchMsic('.*(')).toEqual(searchMsic(''))
    expect(searchMsic('manufacture', 5)).toHaveLength(5)
  })

  test('begins with what schools are', () => {
    expect(searchMsic('').map(({ code }) => code)).toEqual(commonMsic)
    expect(commonMsic.filter((code) => !isMsic(code))).toEqual([])
    expect(msicActivity('85493')).toBe('Religious instruction')
    expect([isMsic('00000'), isMsic('99999')]).toEqual([true, false])
  })
})

test('the other lists have what is used, and not what looks like it', () => {
  expect(['001', '010', '045'].every(isClassification)).toBe(true)
  expect(['000', '046', '10', ''].some(isClassification)).toBe(false)
  expect([isCurrency('MYR'), isCurrency('CNH'), isCurrency('RM')]).toEqual([true, true, false])
  expect([isUnit('C62'), isUnit('MON'), isUnit('piece')]).toEqual([true, true, false])
})
