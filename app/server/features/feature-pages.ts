import { featureRefusal } from '#app/domain/core/features/feature.ts'
import { hasRowsOf, type PagedFeature } from '#app/domain/platform/features/feature-rows.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The pages of each feature, by the beginning of their addresses; the first is where its earlier rows are seen. */
export const featurePages: Record<PagedFeature, readonly string[]> = {
  // funds are of both
  infaq: [paths.infaq.list(), paths.infaq.new(), paths.infaq_type.list()],
  zakat: [paths.zakat.list(), paths.zakat.new(), paths.zakat_type.list()],
  bank_transfer: [paths.transfer_slip.list()],
  online_registration: [paths.application.list(), paths.setting.registration(), paths.setting.application()],
  attendance: [paths.class_session.calendar(), paths.closure.list()],
  recurring: [paths.generation.list(), paths.setting.generation()],
  chip: [paths.setting.chip()],
  einvoice: [paths.einvoiceSetting.index()],
  custom_domain: [paths.setting.domain()],
  custom_smtp: [paths.setting.mail()],
  label_override: [paths.setting.label()],
}

const features = Object.entries(featurePages) as [PagedFeature, readonly string[]][]

/** The feature to which a page belongs; undefined for the pages that every organisation has. */
export function featureOfPage(href: string): PagedFeature | undefined {
  const path = href.replace(/[?#].*/, '')
  return features.find(([, pages]) => pages.some((page) => path === page || path.startsWith(`${page}/`)))?.[0]
}

/** The feature that an organisation's package lacks for a page, if any. */
export function featureMissingFor(
  { site }: Pick<RequestContext, 'site'>,
  href: string,
): PagedFeature | undefined {
  if (site.side !== 'tenant') return undefined
  const code = featureOfPage(href)
  return code && !site.entity.features.includes(code) ? code : undefined
}

/** The feature for whose lack a page is refused: one that the package lacks and of which there are no rows from before. */
async function featureRefusing(context: RequestContext, href: string): Promise<PagedFeature | undefined> {
  const code = featureMissingFor(context, href)
  return code && !(await hasRowsOf(await context.read(), code)) ? code : undefined
}

/** Whether the package lets a page open, for its feature or for rows from before; a link to any other page would be refused. */
export async function packageOpens(context: RequestContext, href: string): Promise<boolean> {
  return (await featureRefusing(context, href)) === undefined
}

/** Refuses (feature.lacking) a page of a feature that the package lacks, unless there are rows from before to be viewed. */
export async function refuseMissingFeature(context: RequestContext): Promise<void> {
  const code = await featureRefusing(context, context.path)
  if (code) throw featureRefusal(code)
}
