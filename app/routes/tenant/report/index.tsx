import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { allReports } from '#app/domain/reporting/reports/all-reports.ts'
import { reportGroups } from '#app/domain/reporting/reports/report.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'

/** The reports that the reader may open, by groups. */
export const handle = { access: 'signed-in', title: 'report.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const own = allReports.filter(({ list }) => list.access.view && context.can(list.access.view))
  return {
    groups: reportGroups
      .map((group) => ({
        group,
        reports: own
          .filter((report) => report.group === group)
          .map(({ list, subtitle }) => ({
            href: paths.listed(list.name, ''),
            title: context.t(list.title),
            subtitle: context.t(subtitle),
          })),
      }))
      .filter(({ reports }) => reports.length > 0),
  }
}

export default function Reports() {
  const { groups } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('report.plural')} subtitle={t('report.subtitle')} />
      {groups.map(({ group, reports }) => (
        <Section key={group} title={t(`report.groups.${group}`)}>
          <ul className="plain">
            {reports.map(({ href, title, subtitle }) => (
              <li key={href}>
                <a href={href}>{title}</a>
                <p className="quiet small">{subtitle}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}
