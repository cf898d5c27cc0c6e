import { expect, test } from 'vitest'
import english from '#app/i18n/en/common.json' with { type: 'json' }
import malay from '#app/i18n/my/common.json' with { type: 'json' }
import { STATUSES, toneOf } from './tones.ts'

test('every status has a word in both languages, and every word a tone', () => {
  expect(Object.keys(english.common.status).sort()).toEqual([...STATUSES].sort())
  expect(Object.keys(malay.common.status).sort()).toEqual([...STATUSES].sort())
})

test('no status has two tones', () => {
  expect(new Set(STATUSES).size).toBe(STATUSES.length)
})

test('the states of money can be told apart at a glance', () => {
  expect(['paid', 'pending', 'unpaid', 'overdue', 'failed', 'cancelled', 'draft'].map(toneOf)).toEqual([
    'good',
    'wait',
    'open',
    'late',
    'bad',
    'off',
    'draft',
  ])
})
