import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { isLegalSlug, shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { inForce, publishedVersions } from '#app/domain/core/help/legal-versions.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { consentCounts, consentsTo } from '#app/domain/platform/legal/find-legal.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The versions of one paper, and who agreed to which of them when. */
export const handle = { access: 'admin.legal.view', title: 'legal.plural' } satisfies Handle

export async function loader({ params: { slug }, context }: LoaderFunctionArgs) {
  if (!isLegalSlug(slug)) throw new Refusal('not_found.page')
  const db = await context.read()
  const published = await publishedVersions(db, slug)
  const counts = await consentCounts(db, slug)
  const { version: current } = inForce(published, slug, context.today)
  const shipped = shippedVersion(slug)
  const names = [
    ...published.map(({ version, valid_from }) => ({ version, from: valid_from, own: true })),
    ...(shipped ? [{ version: shipped, from: shipped, own: false }] : []),
  ]
  return {
    slug,
    versions: names.map((one) => ({
      ...one,
      state:
        one.version === current
          ? ('current' as const)
          : one.own && one.from > context.today
            ? ('coming' as const)
            : ('replaced' as const),
      agreed: counts.get(one.version) ?? 0,
    })),
    consents: await consentsTo(db, slug),
    mayEdit: context.operatorCan('admin.legal.edit'),
  }
}

export default function LegalPaper() {
  const { slug, versions, consents, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader
        title={t(`legal.papers.${slug}`)}
        back={{ label: t('legal.plural'), href: paths.admin.legal.list() }}
      />
      {mayEdit && (
        <p className="actions">
          <LinkButton href={paths.admin.legal.edit(slug)} look="primary">
            {t('legal.new')}
          </LinkButton>
        </p>
      )}
      <Section title={t('legal.versions')}>
        <table>
          <thead>
            <tr>
              <th>{t('legal.version')}</th>
              <th>{t('legal.valid_from')}</th>
              <th>{t('legal.state')}</th>
              <th>{t('legal.agreed')}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ version, from, own, state, agreed }) => (
              <tr key={`${version} ${own}`}>
                <td>
                  <a href={paths.help_page.paper('legal', slug, { version })}>{version}</a>
                </td>
                <td>{formatDate(from, locale)}</td>
                <td>{t(`legal.states.${state}`)}</td>
                <td>{agreed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('legal.consents')}>
        {consents.length === 0 ? (
          <p>{t('legal.no_consents')}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th>{t('legal.organisation')}</th>
                <th>{t('legal.person')}</th>
                <th>{t('legal.version')}</th>
                <th>{t('legal.agreed_at')}</th>
              </tr>
            </thead>
            <tbody>
              {consents.map((row) => (
                <tr key={row.id}>
                  <td>{row.organisation_name}</td>
                  <td>{row.person}</td>
                  <td>{row.version}</td>
                  <td>{formatInstant(row.agreed_at, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </>
  )
}
