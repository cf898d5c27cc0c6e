import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reportReaders } from '#app/addresses/report-readers.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import { featureLacking } from '#app/domain/core/features/feature.ts'
import { allReports, reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { type AnyReport, reportGroups } from '#app/domain/reporting/reports/report.ts'
import { savedReports, takingOf } from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { paths } from '#app/paths.ts'
import { savedReaderOf } from '#app/server/lists/saved-reader.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { SavedReports } from '#app/ui/reporting/saved-report/SavedReports.tsx'

/** The reports that the reader may open, by groups, and those that were saved with filters. */
export const handle = { access: reportReaders, title: 'report.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { t } = context
  const held = allReports.filter(
    ({ list }) => list.access.view && scopeOf(context.actor.roles, list.access.view),
  )
  const shown = held.map((report) => ({ report, lacking: lackingOf(context, report) }))
  const reader = savedReaderOf(context)
  const saved = reader ? await savedReports(await context.read(), reader) : []
  return {
    groups: reportGroups
      .map((group) => ({
        group,
        reports: shown
          .filter(({ report, lacking }) => report.group === group && !lacking)
          .map(({ report: { list, subtitle } }) => ({
            href: paths.listed(list.name, ''),
            title: t(list.title),
            subtitle: t(subtitle),
          })),
      }))
      .filter(({ reports }) => reports.length > 0),
    lacking: shown.flatMap(({ report, lacking }) =>
      lacking ? [{ title: t(report.list.title), feature: t(`feature.name.${lacking}`) }] : [],
    ),
    saved: saved.map(({ id, name, report, owner, owner_left, own, is_shared, mail_day, changes }) => ({
      ...{ id, name, owner, owner_left, own, is_shared, mail_day, changes },
      title: t(reportNamed(report)!.list.title),
      mails: changes && context.can(takingOf(reportNamed(report)!)),
    })),
  }
}

/** The feature that the organisation's package lacks for a report; undefined where it has what the report is about. */
function lackingOf({ site }: RequestContext, { list, feature }: AnyReport) {
  const features = site.side === 'tenant' ? site.entity.features : []
  if (feature && !features.includes(feature)) return feature
  return featureLacking(features, list.access.view!)
}

export default function Reports() {
  const { groups, lacking, saved } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('report.plural')} subtitle={t('report.subtitle')} />
      {groups.length === 0 && <EmptyState title={t('report.none')} hint={t('report.none_hint')} />}
      {saved.length > 0 && <SavedReports rows={saved} />}
      {groups.map(({ group, reports }) => (
        <Section key={group} title={t(`report.groups.${group}`)}>
          <ul className="facts settings">
            {reports.map(({ href, title, subtitle }) => (
              <li key={href}>
                <a href={href}>{title}</a>
                <p className="quiet">{subtitle}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      {groups.length > 0 && saved.length === 0 && (
        <Section title={t('saved_report.plural')}>
          <p className="quiet">{t('saved_report.how')}</p>
        </Section>
      )}
      {lacking.length > 0 && (
        <Section title={t('report.lacking')}>
          <ul className="plain">
            {lacking.map(({ title, feature }) => (
              <li key={title} className="quiet">
                {t('report.lacking_item', { report: title, feature })}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
