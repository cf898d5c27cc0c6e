import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { ownLegalSlugs } from '#app/domain/core/help/legal-paper.ts'
import { inForce, ownVersions } from '#app/domain/core/help/legal-versions.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The organisation's own terms and privacy notice for families, with all their versions. */
export const handle = { access: 'legal_paper.view', title: 'own_legal.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  return {
    papers: await Promise.all(
      ownLegalSlugs.map(async (slug) => {
        const published = await ownVersions(db, slug)
        const current = published.length > 0 ? inForce(published, slug, context.today).published : undefined
        return {
          slug,
          versions: published.map(({ version, valid_from }) => ({
            ...{ version, valid_from },
            state:
              version === current?.version
                ? ('current' as const)
                : valid_from > context.today
                  ? ('coming' as const)
                  : ('replaced' as const),
          })),
        }
      }),
    ),
    may: { edit: context.can('legal_paper.edit'), consents: context.can('consent.view') },
  }
}

export default function OwnPapers() {
  const { papers, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader
        title={t('own_legal.plural')}
        subtitle={t('own_legal.subtitle')}
        back={{ label: t('setting.title'), href: paths.setting.index() }}
        actions={
          may.consents && (
            <LinkButton href={paths.legal_consent.list()}>{t('legal_consent.plural')}</LinkButton>
          )
        }
      />
      {papers.map(({ slug, versions }) => (
        <Section
          key={slug}
          id={slug}
          title={t(`own_legal.papers.${slug}`)}
          actions={
            may.edit && <LinkButton href={paths.legal_paper.edit(slug)}>{t('own_legal.new')}</LinkButton>
          }
        >
          {versions.length === 0 ? (
            <p>
              {t(`own_legal.none.${slug}`)}{' '}
              <a href={paths.help_page.paper('legal', slug)}>{t(`own_legal.operator.${slug}`)}</a>
            </p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th>{t('own_legal.version')}</th>
                  <th>{t('own_legal.valid_from')}</th>
                  <th>{t('own_legal.state')}</th>
                </tr>
              </thead>
              <tbody>
                {versions.map(({ version, valid_from, state }) => (
                  <tr key={version}>
                    <td>
                      <a href={paths.help_page.paper('legal', slug, { version })}>{version}</a>
                    </td>
                    <td>{formatDate(valid_from, locale)}</td>
                    <td>{t(`own_legal.states.${state}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Section>
      ))}
    </>
  )
}
