import { searchKey, searchWords } from '#app/domain/core/lists/search.ts'

/** A page of the product that a search may find. */
export interface FoundPage {
  title: string
  /** A sentence about it. */
  summary: string
  address: string
}

/** A page with all the words by which it is found, in every language. */
export interface WordedPage extends FoundPage {
  titles: readonly string[]
  words: readonly string[]
}

/** Pages of a kind that one search shows. */
const most = 5

/**
 * Pages of which the title, the sentence or the synonyms hold each word that was typed, in any order and in any language; those
 * that are called so come first.
 */
export function matchPages(q: string, pages: readonly WordedPage[]): FoundPage[] {
  const wanted = searchWords(q)
  if (wanted.length === 0) return []
  const holds = (texts: readonly string[]) => {
    const key = searchKey(texts.join(' '))
    return wanted.every((word) => key.includes(word))
  }
  const named = pages.filter(({ titles }) => holds(titles))
  const about = pages.filter((page) => !named.includes(page) && holds([...page.titles, ...page.words]))
  return [...named, ...about]
    .slice(0, most)
    .map(({ title, summary, address }) => ({ title, summary, address }))
}
