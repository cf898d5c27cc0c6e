import { expect, test } from 'vitest'
import { rawWords, wordsOfPage } from './raw-words.ts'

test('what no reader should see is found', () => {
  for (const raw of [
    'invoice.empty',
    'See refusal.not_found.invoice please',
    'No {{count}} left',
    '$t(common.yes)',
    'Hello undefined',
    '[object Object]',
    'NaN',
    'New [student]',
    'Bill [an invoice]',
    'flash.no_such_key',
  ])
    expect(rawWords(raw), raw).not.toEqual([])
})

test('what only looks like it is left alone', () => {
  for (const fine of [
    'category-2026.csv',
    'admin@demo.test',
    'http://demo.localhost:3000/invoice/status/x',
    'Invoice. Next sentence',
    'invoice.pdf',
    'RM1,234.50',
  ])
    expect(rawWords(fine), fine).toEqual([])
})

test('of a page everything is read that people read or hear', () => {
  const html =
    '<style>a{b}</style><p title="one">two <input placeholder="three" value="no"/><button type="submit" value="no">four</button><img alt="five"/></p>'
  expect(wordsOfPage(html)).toEqual(expect.arrayContaining(['one', 'two', 'three', 'four', 'five']))
})
