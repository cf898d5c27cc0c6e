import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { later } from '#tests/support/catalogue/messages.ts'
import { sentencesOf } from './i18n.ts'
import type { Sentences } from './sentences.ts'

/**
 * A key is said when a program writes it whole, or writes a pattern with a part of it (`flash.${key}`, `${noun}.edit`)
 * whose gaps are words that a program writes, or writes its group ('payment.states') and such words for the rest. So a
 * test that finds nothing proves nothing; what it does find is dead.
 */
const written = globSync('{app,jobs,db}/**/*.{ts,tsx}', { exclude: ['app/i18n/{en,my}/**'] })
  .filter((path) => !/\.test\.tsx?$|test-support/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const whole = new Set([...written.matchAll(/(['"`])(\w[\w.-]*)\1/g)].map(([, , text]) => text!))
const words = new Set(written.match(/\w+/g))
const patterns = [...written.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].flatMap(([, text]) => {
  // the values of a refused field follow its code
  const parts = text!.replace(/\}\|.*/, '}').split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
  const says = parts.some((part) => /[a-z]/.test(part)) && parts.every((part) => /^[\w.]*$/.test(part))
  return says ? [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('([\\w.-]+?)')}$`)] : []
})

const isWord = (text: string) => whole.has(text) || text.split(/[.-]/).every((word) => words.has(word))
const fits = (text: string, isGap: (gap: string) => boolean) =>
  patterns.some((pattern) => pattern.exec(text)?.slice(1).every(isGap) ?? false)
/** The gap of a pattern may be made by a pattern itself: `flash.${key}` of `exception_${decision}`. */
const isMade = (text: string) => isWord(text) || fits(text, isWord)
const isOfGroup = (key: string) => {
  const parts = key.split('.')
  return parts.some((_, n) => whole.has(parts.slice(0, n).join('.')) && isWord(parts.slice(n).join('.')))
}
/** Codes of refusals are written whole, or of each noun; of words alone any of them could be put together. */
const isSaid = (key: string) =>
  key.startsWith('refusal.') ? isRefused(key.slice(8)) : whole.has(key) || fits(key, isMade) || isOfGroup(key)
const isRefused = (code: string) =>
  written.includes(code) || fits(code, (gap) => !gap.includes('.') && isWord(gap))

function keysOf(tree: Sentences, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )
}

test('no sentence stands in the language files that nothing says', () => {
  const waiting = new Set(Object.keys(later).map((code) => `refusal.${code}`))
  const keys = keysOf(sentencesOf('en')).filter((key) => !waiting.has(key))
  const one = (key: string) => key.replace(/_(?:zero|one|other)$/, '')
  expect(keys.length).toBeGreaterThan(2_000)
  expect([...new Set(keys.filter((key) => !isSaid(key) && !isSaid(one(key))))]).toEqual([])
})

test.each([
  'common.action.no_such_action',
  'invoice.no_such_sentence',
  'menu.no_such_page',
  'refusal.invoice.nevermore',
])('%s would be found', (key) => expect(isSaid(key)).toBe(false))
