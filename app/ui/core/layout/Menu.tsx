import type { TFunction } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { useTranslation } from 'react-i18next'
import { memoize } from '#app/domain/core/memoize.ts'

export interface MenuItem {
  /** Key of the label. */
  label: string
  href: string
  current: boolean
  /** How much is to do there. */
  count: number
}

export interface PlaceTab extends MenuItem {
  /** Shown under "More". */
  rare: boolean
}

/**
 * The places that a person may go to. It is on every page and seldom differs from one page to the next, so it is rendered
 * once for all who see the same.
 */
export function Menu({ places }: { places: readonly MenuItem[] }) {
  const { t, i18n } = useTranslation()
  // for each language as an organisation speaks it
  const html = memoize(
    i18n,
    ['menu', places],
    () => renderToStaticMarkup(<MenuLinks items={places} t={t} />),
    most,
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has rendered and escaped it
  return <nav aria-label={t('common.main_menu')} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Rendered menus that are cached for each language; a kilobyte each. */
const most = 1_000

/**
 * The tabs of a place: side by side on a wide screen, with the rarely needed ones in a second row that "More" opens, and that is open while one of
 * them is read. On a
 * phone they are behind a switch that names the current one, unless there are so few that they need no more room.
 */
export function PlaceTabs({ label, tabs }: { label: string; tabs: readonly PlaceTab[] }) {
  const { t, i18n } = useTranslation()
  const html = memoize(
    i18n,
    ['tabs', tabs],
    () => renderToStaticMarkup(<Tabs tabs={tabs} label={label} t={t} />),
    most,
  )
  return (
    <nav
      className={isMany(tabs) ? 'place many' : 'place'}
      aria-label={t(label)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has rendered and escaped it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** More tabs than a phone shows in a row, those under "More" left out. */
const isMany = (tabs: readonly PlaceTab[]) => tabs.filter(({ rare }) => !rare).length > 3

function Tabs({ label, tabs, t }: { label: string; tabs: readonly PlaceTab[]; t: TFunction }) {
  const rare = tabs.filter((tab) => tab.rare)
  const current = tabs.find((tab) => tab.current)
  const waiting = rare.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {isMany(tabs) && (
        <details className="switch all">
          <summary>
            {t(label)}
            {current && current.label !== label && <b> {t(current.label)}</b>}
          </summary>
        </details>
      )}
      <MenuLinks items={tabs.filter((tab) => !tab.rare)} t={t} />
      {rare.length > 0 && (
        <>
          <details className="switch more" open={rare.some((tab) => tab.current)}>
            <summary>
              {t('menu.more')}
              <Count of={waiting} />
            </summary>
          </details>
          <MenuLinks items={rare} t={t} />
        </>
      )}
    </>
  )
}

function MenuLinks({ items, t }: { items: readonly MenuItem[]; t: TFunction }) {
  return (
    <ul className="items">
      {items.map(({ label, href, current, count }) => (
        <li key={href}>
          <a href={href} aria-current={current ? 'page' : undefined}>
            {t(label)}
            <Count of={count} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Count({ of }: { of: number }) {
  return of > 0 ? <span className="count"> {of}</span> : null
}
