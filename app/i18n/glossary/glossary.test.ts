import { describe, expect, test } from 'vitest'
import { sentencesOf } from '../i18n.ts'
import type { Sentences } from '../sentences.ts'
import { stiff } from './patterns.ts'
import { glossary } from './terms.ts'

function flat(tree: Sentences, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
}

const placeholder = /\{\{[^}]*\}\}/g

describe.each(['en', 'my'] as const)('in %s', (locale) => {
  const sentences = flat(sentencesOf(locale))

  test('nothing is called otherwise than the glossary has it', () => {
    const wrong = glossary.flatMap((term) =>
      sentences
        .filter(([, sentence]) => term.not?.[locale]?.test(sentence.replaceAll(placeholder, '·')))
        .map(([key, sentence]) => `${key}: “${sentence}”, but it is “${term[locale]}”`),
    )
    expect(wrong).toEqual([])
  })

  test('no word of the glossary is ruled out by it', () => {
    const words = glossary.map((term) => term[locale])
    expect(words.filter((word) => glossary.some(({ not }) => not?.[locale]?.test(word)))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
  })

  test('no sentence is stiff', () => {
    const found = sentences.filter(([, sentence]) =>
      stiff[locale].test(sentence.replaceAll(placeholder, '·')),
    )
    expect(found.map(([key, sentence]) => `${key}: ${sentence}`)).toEqual([])
  })
})
