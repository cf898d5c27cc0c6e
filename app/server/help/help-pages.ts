import { addressOfPaper, type Paper } from '#app/domain/core/help/paper.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { findPaper, renderedPaper } from '#app/domain/reporting/help/library.ts'
import { plainText, withWords } from '#app/domain/reporting/help/markdown.ts'
import { lineOf } from '#app/domain/reporting/help/search.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { type HelpReader, helpReader } from './help-reader.ts'

/** A paper in a list. */
export interface PaperLine {
  title: string
  summary: string
  address: string
}

export const paperLine = (paper: Paper, { speak }: HelpReader): PaperLine => ({
  title: lineOf(paper.title, paper, speak),
  summary: lineOf(paper.summary, paper, speak),
  address: addressOfPaper(paper),
})

/** A paper as its page shows it, in the reader's language and words. Refuses not_found.page. */
export function paperPage(context: RequestContext, section: string, slug: string) {
  const reader = helpReader(context)
  const paper = findPaper(context.locale, section, slug, reader.side)
  if (!paper) throw new Refusal('not_found.page')
  const { html, headings } = renderedPaper(paper)
  return {
    ...paperLine(paper, reader),
    section: paper.section,
    slug: paper.slug,
    html: linksOn(reader.side, withWords(html, reader.speak)),
    contents: headings
      .filter(({ depth }) => depth === 2)
      .map(({ id, text }) => ({ id, text: plainText(text, reader.speak) })),
    version: paper.version,
    updated: paper.updated,
  }
}

export type PaperPage = ReturnType<typeof paperPage>

/** Pages of an organisation are not on the operator's host: there, links to them are only words. */
function linksOn(side: HelpReader['side'], html: string): string {
  if (side === 'tenant') return html
  return html.replace(/<a href="\/(?!help\/|help"|admin[/"])[^"]*">(.*?)<\/a>/g, '$1')
}
