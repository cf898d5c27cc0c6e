import { addressOfPaper, type Paper } from '#app/domain/core/help/paper.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { inForce, publishedVersions } from '#app/domain/platform/legal/find-legal.ts'
import { isLegalSlug } from '#app/domain/platform/legal/legal-paper.ts'
import { findPaper, renderedPaper } from '#app/domain/reporting/help/library.ts'
import { plainText, renderMarkdown, withWords } from '#app/domain/reporting/help/markdown.ts'
import { lineOf } from '#app/domain/reporting/help/search.ts'
import { defaultLocale } from '#app/i18n/locales.ts'
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

/**
 * A paper as its page shows it, in the reader's language and words; of a legal paper the version in force, or the one that
 * is asked for by its name. Refuses not_found.page.
 */
export async function paperPage(
  context: RequestContext,
  { section = '', slug = '' }: { section?: string; slug?: string },
  request: Request,
) {
  const reader = await helpReader(context)
  const paper = findPaper(context.locale, section, slug, reader.side)
  if (!paper) throw new Refusal('not_found.page')
  const asked = new URL(request.url).searchParams.get('version')
  const legal = paper.section === 'legal' ? await legalVersions(context, paper, asked) : undefined
  const { html, headings } = legal?.rendered ?? renderedPaper(paper)
  return {
    ...paperLine(paper, reader),
    section: paper.section,
    slug: paper.slug,
    html: linksOn(reader.side, withWords(html, reader.speak)),
    contents: headings
      .filter(({ depth }) => depth === 2)
      .map(({ id, text }) => ({ id, text: plainText(text, reader.speak) })),
    updated: paper.updated,
    version: legal?.shown ?? null,
  }
}

/** The version of a legal paper that is shown, and the others. Refuses not_found.page for one that is not there. */
async function legalVersions({ read, today, locale }: RequestContext, paper: Paper, asked: string | null) {
  const { slug, version: shipped } = paper
  const published = isLegalSlug(slug) ? await publishedVersions(await read(), slug) : []
  const current = (isLegalSlug(slug) && inForce(published, slug, today).version) || shipped!
  const all = [
    ...published.map(({ version, valid_from }) => ({ version, from: valid_from })),
    { version: shipped!, from: shipped! },
  ]
  const name = asked ?? current
  const found = all.find(({ version }) => version === name)
  if (!found) throw new Refusal('not_found.page')
  const own = published.find(({ version }) => version === name)
  const body = own && (locale === defaultLocale ? own.body_en : own.body_my)
  return {
    rendered: body === undefined ? undefined : renderMarkdown(body, locale),
    shown: {
      ...found,
      current,
      others: all
        .filter(({ version }) => version !== name)
        .map((one) => ({ ...one, coming: one.from > today })),
    },
  }
}

export type PaperPage = Awaited<ReturnType<typeof paperPage>>

/** Pages of an organisation are not on the operator's host: there, links to them are only words. */
function linksOn(side: HelpReader['side'], html: string): string {
  if (side === 'tenant') return html
  return html.replace(/<a href="\/(?!help\/|help"|admin[/"])[^"]*">(.*?)<\/a>/g, '$1')
}
