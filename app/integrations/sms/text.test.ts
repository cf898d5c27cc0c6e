import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { gsmLength } from './segments.ts'
import { checkText, prefixed } from './text.ts'

const refused = (text: string, channel: 'sms' | 'whatsapp' = 'sms') => {
  try {
    checkText(text, channel)
    return false
  } catch (error) {
    return (error as { failure?: string }).failure === 'text'
  }
}

describe('what may not stand in a message', () => {
  test.each([
    'See https://lunas.test/reset',
    'See http://1.2.3.4',
    'Visit www.lunas.test',
    'Visit WWW lunas',
    'lunas.my/x is the page',
    'Pergi ke Lunas.COM sekarang',
    'wa.me 60123456789',
    'ｌｕｎａｓ．ｍｙ is the page',
    'Call 0123456789',
    'Call 03-1234 5678',
    'Call +60 (12) 345.6789',
    'Ring ٠١٢٣٤٥٦٧٨٩',
    'Ring ０１２３４５６７８９',
    '',
    '   ',
  ])('%s', (text) => {
    expect(refused(text)).toBe(true)
    expect(refused(text, 'whatsapp')).toBe(true)
  })

  test('a link is found wherever it stands', () => {
    const word = fc.string({ minLength: 0, maxLength: 30 })
    fc.assert(fc.property(word, word, (before, after) => refused(`${before} lunas.my ${after}`)))
    fc.assert(fc.property(word, word, (before, after) => refused(`${before} 0123456789 ${after}`)))
  })

  test('more than one message, or letters that make it three', () => {
    expect(refused('a'.repeat(153))).toBe(false)
    expect(refused('a'.repeat(154))).toBe(true)
    expect(refused('€'.repeat(77))).toBe(true)
    expect(refused('Kod 123456 ✓')).toBe(true)
    expect(refused('Kod 123456 ✓', 'whatsapp')).toBe(false)
  })
})

test('letters are counted as phones count them', () => {
  expect(gsmLength('Kod: 5€')).toBe(8)
  expect(gsmLength('குறியீடு')).toBeUndefined()
})

test('the prefix says who writes and that it is free; a nametag cannot bring a link or a number along', () => {
  expect(prefixed('sms', 'CAHAYA', 'Kod 123456')).toBe('RM0 [CAHAYA] Kod 123456')
  expect(prefixed('whatsapp', 'CAHAYA', 'Kod 123456')).toBe('[CAHAYA] Kod 123456')
  expect(prefixed('sms', 'lunas.my [x]', 'Kod')).toBe('RM0 [lunasmy x] Kod')
})

test.each([...locales])('our own message may be sent, in %s, with the longest nametag', (locale) => {
  const words = i18nOf(locale).t('auth.code_message', { code: '000000', minutes: codeLife.seconds / 60 })
  expect(refused(prefixed('sms', 'W'.repeat(40), words))).toBe(false)
})
