import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { PaperPage } from '#app/server/help/help-pages.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** Headings from which a paper has a list of them. */
const fewestContents = 3

/** A paper of the help centre: what it says, what else there is, when it was written. */
export function HelpPaper(paper: PaperPage) {
  const { t } = useTranslation()
  const { section, slug, title, summary, contents } = paper
  return (
    <NarrowFrame>
      <p className="help-back">
        <a href={paths.help_page.index()}>{t('help_page.title')}</a> ›{' '}
        <a href={`${paths.help_page.index()}#${section}`}>{t(`help_page.sections.${section}`)}</a>
      </p>
      <article className="help">
        <h1>{unbroken(title)}</h1>
        {summary && <p className="lead">{unbroken(summary)}</p>}
        <Dates {...paper} />
        {contents.length >= fewestContents && (
          <nav aria-label={t('help_page.contents')} className="contents">
            <h2>{t('help_page.contents')}</h2>
            <ul>
              {contents.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{unbroken(text)}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Body html={paper.html} />
      </article>
      <p>
        <a
          href={paths.help_page.print(section, slug, {
            version: paper.version?.version,
            of: paper.version?.of,
          })}
        >
          {t('help_page.print')}
        </a>
      </p>
      <Versions {...paper} />
      <OtherPublisher {...paper} />
      <Contact />
    </NarrowFrame>
  )
}

/** The same on paper. */
export function HelpPrint(paper: PaperPage) {
  const { organisation } = usePage()
  return (
    <>
      <PaperTools back={{ label: paper.title, href: paper.address }} />
      <main className="help">
        <p className="quiet">{organisation.name}</p>
        <h1>{unbroken(paper.title)}</h1>
        {paper.summary && <p className="lead">{unbroken(paper.summary)}</p>}
        <Dates {...paper} />
        <Body html={paper.html} />
      </main>
    </>
  )
}

function Body({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by renderMarkdown, which escapes whatever is no Markdown
  return <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
}

function Dates({ version, updated }: Pick<PaperPage, 'version' | 'updated'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (version)
    return (
      <p className="quiet">
        {t('help_page.version', { date: versionIn(version, locale) })}
        {version.version !== version.current && <> {t('help_page.version_old')}</>}
      </p>
    )
  return updated && <p className="quiet">{t('help_page.updated', { date: formatDate(updated, locale) })}</p>
}

/** `30 Nov 2026`, and `30 Nov 2026 (2)` for the second of the day. */
function versionIn({ version, from }: { version: string; from: string }, locale: string) {
  const [, number] = version.split('.')
  return formatDate(from, locale) + (number ? ` (${number})` : '')
}

/** All that was ever in force stays readable, and what is to come can be read before. */
function Versions({ section, slug, version }: PaperPage) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (!version || version.others.length === 0) return null
  return (
    <section className="help">
      <h2>{t('help_page.other_versions')}</h2>
      <ul>
        {version.others.map((one) => (
          <li key={one.version}>
            <a href={paths.help_page.paper(section, slug, { version: one.version, of: version.of })}>
              {one.version === version.current
                ? t('help_page.version_current')
                : t('help_page.version', { date: versionIn(one, locale) })}
            </a>
            {one.coming && <> ({t('help_page.version_coming', { date: formatDate(one.from, locale) })})</>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The operator's paper beside the organisation's own, and back. */
function OtherPublisher({ slug, version }: PaperPage) {
  const { t } = useTranslation()
  if (!version?.beside || (slug !== 'terms' && slug !== 'privacy')) return null
  const isOperators = version.beside === 'operator'
  return (
    <p>
      <a href={paths.help_page.paper('legal', slug, { of: isOperators ? 'operator' : undefined })}>
        {isOperators ? t(`own_legal.operator.${slug}`) : t(`own_legal.papers.${slug}`)}
      </a>
    </p>
  )
}

/** Who is not helped by a paper asks a person: a parent the office, which the footer names. */
function Contact() {
  const { t } = useTranslation()
  const { organisation } = usePage()
  return organisation.contact && <p className="quiet">{t('help_page.ask_office')}</p>
}
