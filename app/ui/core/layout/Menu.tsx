import type { TFunction } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { useTranslation } from 'react-i18next'
import { memoize } from '#app/domain/core/memoize.ts'

export interface MenuSection {
  /** Key of the heading; the first section usually has none. */
  title?: string | undefined
  items: readonly MenuItem[]
  /** Its items can be shut away behind its heading. */
  fold?: 'open' | 'shut' | null | undefined
}

interface MenuItem {
  /** Key of the label. */
  label: string
  href: string
  current?: boolean | undefined
  /** How many things wait there. */
  count?: number | undefined
}

/**
 * The menu of a person. It is a third of all links of a page and seldom differs from one page to the next, so each of its
 * sections is drawn once for all who see the same.
 */
export function Menu({ sections }: { sections: readonly MenuSection[] }) {
  const { t, i18n } = useTranslation()
  // for each language as an organisation speaks it
  const html = sections.map((section) =>
    memoize(i18n, ['menu', section], () => renderToStaticMarkup(<Section {...section} t={t} />), most),
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has drawn and escaped it
  return <nav aria-label={t('common.main_menu')} dangerouslySetInnerHTML={{ __html: html.join('') }} />
}

/** Rendered sections that are cached for each language; a few kilobytes each. */
const most = 1_000

function Section({ title, items, fold, t }: MenuSection & { t: TFunction }) {
  const heading = title && <h2>{t(title)}</h2>
  const list = (
    <ul className="items">
      {items.map(({ label, href, current, count }) => (
        <li key={href}>
          <a href={href} aria-current={current ? 'page' : undefined}>
            {t(label)}
            {count ? <span className="count">{count}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  )
  return fold ? (
    <details open={fold === 'open'}>
      <summary>{heading}</summary>
      {list}
    </details>
  ) : (
    <>
      {heading}
      {list}
    </>
  )
}
