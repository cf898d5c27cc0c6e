import { labelKeys, pluralTokens } from '#app/domain/core/labels/label.ts'
import { withArticle } from '#app/domain/core/labels/spoken.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import type { Sentences } from './sentences.ts'

/**
 * What is said of every kept noun stands once, in `every-noun.json`: as the other files say it, with `{noun}` for the
 * noun's name in a key and `[noun]`, `[Noun]`, `[nouns]`, `[a noun]` for its words in a sentence. What a noun's own
 * files say of it goes before.
 */
export function withEveryNoun(own: Sentences, every: Sentences): Sentences {
  return resourceNouns.reduce((said, noun) => under(said, saidOfNoun(noun, own, every)), own)
}

/** What `every-noun.json` says, said of one noun. */
export function saidOfNoun(noun: string, own: Sentences, every: Sentences): Sentences {
  return saidWith(noun, wordsOf(noun, own), every)
}

/** A noun's words as its sentences write them: `[category]` where organisations may have their own. */
interface Words {
  one: string
  other: string
}

/** A noun that has no label says its words in its own file, as `noun`, where they may name others: "[fee] type". */
function wordsOf(noun: string, own: Sentences): Words {
  const label = labelKeys.find((key) => key === noun)
  if (label) return { one: `[${label}]`, other: `[${pluralTokens[label]}]` }
  return (own[noun] as { noun?: Words } | undefined)?.noun ?? { one: noun, other: noun }
}

function saidWith(noun: string, words: Words, every: Sentences): Sentences {
  return Object.fromEntries(
    Object.entries(every).map(([key, value]) => [
      key.replace('{noun}', noun),
      typeof value === 'string' ? spoken(value, words) : saidWith(noun, words, value),
    ]),
  )
}

function spoken(sentence: string, { one, other }: Words): string {
  return sentence.replace(/\[(?:([Aa]) )?([Nn])oun(s?)\]/g, (_, article: string | undefined, first, many) => {
    const word = many ? other : one
    if (article) return word.startsWith('[') ? word.replace('[', `[${article} `) : withArticle(article, word)
    return first === 'N' ? word.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : word
  })
}

/** All of both trees; what the upper one says goes before. */
function under(upper: Sentences, lower: Sentences): Sentences {
  const all = { ...lower, ...upper }
  for (const [key, value] of Object.entries(lower)) {
    const above = upper[key]
    if (typeof value === 'object' && typeof above === 'object') all[key] = under(above, value)
  }
  return all
}
