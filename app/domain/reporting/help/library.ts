import {
  type HelpRole,
  type HelpSection,
  isForOperators,
  type Paper,
  papers,
} from '#app/domain/core/help/paper.ts'
import { memoize } from '#app/domain/core/memoize.ts'
import { defaultLocale, type Locale } from '#app/i18n/locales.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'

/** Whose help centre it is: on the main host, operators' papers are shown, too. */
export type HelpSide = 'main' | 'tenant'

const byName = Map.groupBy(papers, ({ section, slug }) => `${section}/${slug}`)

/** A paper in this language, else in the product's first; undefined where there is none, or none on this side. */
export function findPaper(locale: Locale, section: string, slug: string, side: HelpSide): Paper | undefined {
  const found = byName.get(`${section}/${slug}`) ?? []
  const paper =
    found.find((one) => one.locale === locale) ?? found.find((one) => one.locale === defaultLocale)
  return paper && (side === 'main' || !isForOperators(paper)) ? paper : undefined
}

/** Every paper of a side, each once: in this language, else in the product's first. By sections, then titles. */
export function papersOn(side: HelpSide, locale: Locale): Paper[] {
  return [...byName.values()].flatMap(([one]) => findPaper(locale, one!.section, one!.slug, side) ?? [])
}

/** The papers of a section that are for one of these roles first, the others after them. */
export function ownFirst(
  papers: readonly Paper[],
  section: HelpSection,
  roles: readonly HelpRole[],
): { own: Paper[]; others: Paper[] } {
  const here = papers.filter((paper) => paper.section === section)
  const isOwn = (paper: Paper) => paper.roles.some((role) => roles.includes(role))
  return { own: here.filter(isOwn), others: here.filter((paper) => !isOwn(paper)) }
}

/** A shipped paper as HTML; rendered once. Its headings have the ids of its twin in the product's first language. */
export function renderedPaper(paper: Paper): Rendered {
  return memoize(paper, 'html', () => {
    const first = findPaper(defaultLocale, paper.section, paper.slug, 'main')
    const ids = first && first !== paper ? renderedPaper(first).headings.map(({ id }) => id) : []
    return renderMarkdown(paper.body, paper.locale, ids)
  })
}
