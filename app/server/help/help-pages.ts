import { nouns } from '#app/addresses/areas.ts'
import { isLegalSlug, isOwnLegalSlug } from '#app/domain/core/help/legal-paper.ts'
import { inForce, ownVersions, publishedVersions } from '#app/domain/core/help/legal-versions.ts'
import { addressOfPaper, type Paper } from '#app/domain/core/help/paper.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { findPaper, renderedPaper } from '#app/domain/reporting/help/library.ts'
import { plainText, renderMarkdown, withWords } from '#app/domain/reporting/help/markdown.ts'
import { lineOf } from '#app/domain/reporting/help/search.ts'
import { defaultLocale } from '#app/i18n/locales.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { decide } from '#app/server/routing/gate.ts'
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
  const { searchParams } = new URL(request.url)
  const asked = { version: searchParams.get('version'), of: searchParams.get('of') }
  const legal = paper.section === 'legal' ? await legalVersions(context, paper, asked) : undefined
  const { html, headings } = legal?.rendered ?? renderedPaper(paper)
  return {
    ...paperLine(paper, reader),
    ...(legal?.own && { title: context.t(`own_legal.papers.${legal.own}`), summary: '' }),
    section: paper.section,
    slug: paper.slug,
    html: linksFor(context, withWords(html, reader.speak)),
    contents: headings
      .filter(({ depth }) => depth === 2)
      .map(({ id, text }) => ({ id, text: plainText(text, reader.speak) })),
    updated: paper.updated,
    version: legal?.shown ?? null,
  }
}

/** What an address asks for: a version by its name, and `of=operator` for the operator's paper where there are two. */
interface AskedVersion {
  version: string | null
  of: string | null
}

/**
 * The version of a legal paper that is shown, and the others: of the organisation's own, where it has one in force, else of
 * the operator's. Refuses not_found.page for one that is not there.
 */
async function legalVersions(context: RequestContext, paper: Paper, asked: AskedVersion) {
  const { read, today, locale, site } = context
  const { slug, version: shipped } = paper
  const db = await read()
  const mine = site.side === 'tenant' && isOwnLegalSlug(slug) ? await ownVersions(db, slug) : []
  const ownCurrent = mine.find(({ valid_from }) => valid_from <= today)
  const isOwn =
    asked.of !== 'operator' &&
    (asked.version === null ? ownCurrent !== undefined : mine.some((one) => one.version === asked.version))
  const published = isOwn ? mine : isLegalSlug(slug) ? await publishedVersions(db, slug) : []
  const current = isOwn
    ? ownCurrent?.version
    : (isLegalSlug(slug) && inForce(published, slug, today).version) || shipped!
  const all = [
    ...published.map(({ version, valid_from }) => ({ version, from: valid_from })),
    ...(isOwn ? [] : [{ version: shipped!, from: shipped! }]),
  ]
  const name = asked.version ?? current
  const found = all.find(({ version }) => version === name)
  if (!found) throw new Refusal('not_found.page')
  const text = published.find(({ version }) => version === name)
  const body = text && (locale === defaultLocale ? text.body_en : text.body_my)
  return {
    own: isOwn && isOwnLegalSlug(slug) ? slug : undefined,
    rendered: body === undefined ? undefined : renderMarkdown(body, locale),
    shown: {
      ...found,
      current,
      // Where an organisation has its own, links to the operator's versions say whose they are.
      of: !isOwn && ownCurrent ? ('operator' as const) : undefined,
      beside: isOwn ? ('operator' as const) : ownCurrent ? ('organisation' as const) : undefined,
      others: all
        .filter(({ version }) => version !== name)
        .map((one) => ({ ...one, coming: one.from > today })),
    },
  }
}

export type PaperPage = Awaited<ReturnType<typeof paperPage>>

/** Every page of an organisation whose address has no id, with who may open it. */
const openPages = new Map(
  nouns.flatMap(({ pages }) =>
    Object.values(pages).flatMap(({ address, access }) =>
      address.includes(':') ? [] : [[address, access] as const],
    ),
  ),
)

/**
 * The links of a paper that lead somewhere for this reader: on the operator's host to papers and the operator's pages, and for
 * who has signed in to an organisation to pages that they may open. What else is linked stays as text.
 */
function linksFor(context: RequestContext, html: string): string {
  if (context.site.side === 'main')
    return html.replace(/<a href="\/(?!help\/|help"|admin[/"])[^"]*">(.*?)<\/a>/g, '$1')
  if (context.profile === 'none') return html
  return html.replace(/<a href="(\/[^"?#]*)[^"]*">(.*?)<\/a>/g, (link, path: string, text: string) => {
    const decision = decide(openPages.get(path) ?? 'guest', context.profile, 'view')
    const { permissions } = decision.kind === 'proceed' ? decision : {}
    return decision.kind === 'proceed' && (permissions?.some((one) => context.can(one)) ?? true) ? link : text
  })
}
