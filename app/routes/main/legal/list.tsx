import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { legalSlugs } from '#app/domain/core/help/legal-paper.ts'
import { inForce, publishedVersions } from '#app/domain/core/help/legal-versions.ts'
import { consentCounts } from '#app/domain/platform/legal/find-legal.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'

/** The papers that organisations, families and payers agree to, each with its version in force. */
export const handle = { access: 'admin.legal.view', title: 'legal.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  return {
    papers: await Promise.all(
      legalSlugs.map(async (slug) => {
        const { version } = inForce(await publishedVersions(db, slug), slug, context.today)
        const counts = await consentCounts(db, slug)
        return { slug, version, agreed: version ? (counts.get(version) ?? 0) : 0 }
      }),
    ),
  }
}

export default function LegalPapers() {
  const { papers } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('legal.plural')} subtitle={t('legal.subtitle')} />
      <table>
        <thead>
          <tr>
            <th>{t('legal.paper')}</th>
            <th>{t('legal.in_force')}</th>
            <th>{t('legal.agreed')}</th>
          </tr>
        </thead>
        <tbody>
          {papers.map(({ slug, version, agreed }) => (
            <tr key={slug}>
              <td>
                <a href={paths.admin.legal.view(slug)}>{t(`legal.papers.${slug}`)}</a>
              </td>
              <td>{version}</td>
              <td>{agreed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
