import { expect, test } from 'vitest'
import { searchHelp } from './search.ts'

const found = (q: string, locale = 'en') => searchHelp(q, locale, ['parent']).map(({ address }) => address)
const payOnline = '/help/kb/pay-online'

test('a paper is found by its title, in the language of the reader, with the nouns in', () => {
  expect(searchHelp('pay invoice online', 'en', ['parent'])[0]).toEqual({
    title: 'Pay an invoice online',
    summary: 'Pay with online banking or a card, with or without an account, and get the receipt by e-mail.',
    address: payOnline,
  })
  expect(searchHelp('bayar invois', 'my', ['parent'])[0]!.title).toBe('Bayar invois dalam talian')
})

test('words are found by their beginning, without accents, and in other forms', () => {
  expect(found('invo onl')[0]).toBe(payOnline)
  expect(found('ínvoice online')[0]).toBe(payOnline)
  expect(found('membayar', 'my')[0]).toMatch(payOnline)
  expect(found('pembayaran dalam talian', 'my')[0]).toMatch(payOnline)
  expect(found('bil', 'my')[0]).toMatch(payOnline)
})

test('what stands in a heading leads to the heading, the same in every language', () => {
  expect(found('choose bank')).toContain('/help/kb/pay-online#choose-your-bank')
  expect(found('pilih bank', 'my')).toContain('/help/kb/pay-online#choose-your-bank')
})

test('the words of an organisation are found', () => {
  const speak = (sentence: string) => sentence.replace(/\[an invoice\]/g, 'a yurran').replace(/[[\]]/g, '')
  expect(searchHelp('yurran', 'en', ['parent'], speak)[0]).toMatchObject({ title: 'Pay a yurran online' })
})

test('nothing is found of nothing, of what is too long and of what nobody wrote', () => {
  for (const q of ['', '   ', '?!', 'xyzzyplugh', 'the of']) expect(found(q)).toEqual([])
  expect(found('z'.repeat(5_000))).toEqual([])
})
