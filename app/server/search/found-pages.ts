import { featureLacking } from '#app/domain/core/features/feature.ts'
import { searchHelp } from '#app/domain/reporting/help/search.ts'
import { allReports } from '#app/domain/reporting/reports/all-reports.ts'
import { type FoundPage, matchPages, type WordedPage } from '#app/domain/reporting/search/pages.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { helpReader } from '#app/server/help/help-reader.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { settingGroups } from '#app/server/setting/setting-groups.ts'

/** Pages that a search found, by kind; kinds of which nothing is found are left out. */
export interface FoundPages {
  kind: 'report' | 'setting' | 'help'
  pages: FoundPage[]
}

/** Reports and settings that the reader may open, and papers of the help, by their words in every language. */
export async function foundPages(context: RequestContext, q: string): Promise<FoundPages[]> {
  const found: FoundPages[] = [
    { kind: 'report', pages: matchPages(q, reportPages(context)) },
    { kind: 'setting', pages: matchPages(q, settingPages(context)) },
    await foundHelp(context, q),
  ]
  return found.filter(({ pages }) => pages.length > 0)
}

/** Papers that one search shows beside other pages; the search of the help centre shows them all. */
const mostPapers = 5

/** Papers of the help alone: an operator has no other pages that are found by their words. */
export async function foundHelp(context: RequestContext, q: string): Promise<FoundPages> {
  const { side, roles, speak } = await helpReader(context)
  const asked = side === 'main' ? [...roles, 'operator' as const] : roles
  return { kind: 'help', pages: searchHelp(q, context.locale, asked, speak).slice(0, mostPapers) }
}

function reportPages(context: RequestContext): WordedPage[] {
  const features = context.site.side === 'tenant' ? context.site.entity.features : []
  return allReports
    .filter(({ list: { access }, feature }) => {
      const may = access.view !== undefined && context.can(access.view)
      return may && (!feature || features.includes(feature)) && !featureLacking(features, access.view!)
    })
    .map(({ list: { name, title }, subtitle }) =>
      worded(context, {
        ...{ title, summary: subtitle, address: paths.listed(name, '') },
        synonyms: `search.words.report.${name.split('/').at(-1)}`,
      }),
    )
}

function settingPages(context: RequestContext): WordedPage[] {
  return settingGroups
    .flatMap(({ sections }) => sections)
    .filter(({ permission }) => context.can(permission))
    .map(({ name, href }) =>
      worded(context, {
        ...{ title: `setting.${name}.title`, summary: `setting.${name}.about`, address: href },
        synonyms: `search.words.setting.${name}`,
      }),
    )
}

/** A page with its words in every language, as the organisation speaks it; all but the address are keys of sentences. */
function worded(
  { t, labels }: RequestContext,
  {
    title,
    summary,
    address,
    synonyms,
  }: { title: string; summary: string; address: string; synonyms: string },
): WordedPage {
  const said = (key: string) =>
    locales.map((locale) => String(i18nOf(locale, labels).t(key, { defaultValue: '' })))
  return {
    ...{ title: t(title), summary: t(summary), address },
    titles: said(title),
    words: [...said(summary), ...said(synonyms)],
  }
}
