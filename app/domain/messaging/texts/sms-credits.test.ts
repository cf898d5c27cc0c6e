import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smsSegments } from '#app/integrations/sms/segments.ts'
import { checkText, prefixed } from '#app/integrations/sms/text.ts'
import { smsCredits } from './sms-credits.ts'
import { englishSamples, malaySamples } from './sms-samples.fixture.ts'

const mayLeave = (sms: string): boolean => {
  try {
    checkText(sms, 'sms', 'long')
    return true
  } catch {
    return false
  }
}

describe('what the rules allow leaves, and costs its segments', () => {
  const allowed = [...englishSamples, ...malaySamples].filter(({ refused }) => !refused)
  test.each([
    ...allowed.map(({ text }) => text),
    'Invois INV-26-001006 dan INV-26-001007: RM1,250.00, RM10,000.00 dan RM2,350.50 sebelum 31.12.2026',
    'a'.repeat(440),
    'Sila datang 😀 '.repeat(12),
  ])('%s', (text) => {
    const sms = prefixed('sms', 'SINAR', text)
    expect([smsCredits(sms), mayLeave(sms)]).toEqual([smsSegments(sms).segments, true])
  })

  test('whatever is written', () => {
    const words = [
      'RM',
      '1,250',
      '.00',
      ' ',
      '12',
      '2026',
      '-',
      '/',
      'INV-26-001006',
      '+60',
      '01',
      '7',
      '://',
      'www',
      '.',
      'kelas',
      '😀',
      '(',
    ]
    const text = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 })
      .map((all) => `x ${all.join('')}`)
    fc.assert(
      fc.property(text, (sms) => smsCredits(sms) === null || mayLeave(sms)),
      { numRuns: 3_000 },
    )
  })
})

test('what the last look refuses: a scheme, the number of a phone, and a fourth segment', () => {
  for (const text of [
    'Lihat https://sinar.test',
    'Hubungi 0123456789',
    'Hubungi +60123456789',
    'a'.repeat(460),
  ])
    expect([text, smsCredits(text), mayLeave(text)]).toEqual([text, null, false])
  expect(smsCredits('')).toBeNull()
})
