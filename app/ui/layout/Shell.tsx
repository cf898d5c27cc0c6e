import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, Languages } from './Languages.tsx'
import { Organisation, type OrganisationMark } from './Organisation.tsx'

export interface MenuSection {
  /** Key of the heading; the first section usually has none. */
  title?: string | undefined
  items: readonly MenuItem[]
  /** Its items can be shut away behind its heading. */
  fold?: 'open' | 'shut' | null | undefined
}

export interface MenuItem {
  /** Key of the label. */
  label: string
  href: string
  current?: boolean | undefined
  /** How many things wait there. */
  count?: number | undefined
}

interface ShellProps {
  organisation: OrganisationMark
  /** What this person may open, already filtered. */
  menu: readonly MenuSection[]
  /** The signed-in person: `role` is a word under the name, `href` the profile, `portrait` stands beside the name. */
  user: { name: string; role?: string | undefined; href?: string | undefined; portrait?: ReactNode }
  /** Below the person: what they look at the organisation as. */
  viewAs?: ReactNode
  languages: readonly Language[]
  /** A word that concerns every page, such as an expiring subscription. */
  banner?: ReactNode
  /** Where the sign-out form posts. */
  signOut?: string
  /** Gives the page the whole window: for reports with a column a month. */
  wide?: true
  children: ReactNode
}

/** The frame of staff and operator pages: menu at the side from 1024 px, behind a switch below that. */
export function Shell({
  organisation,
  menu,
  user,
  viewAs,
  languages,
  banner,
  signOut = '/logout',
  wide,
  children,
}: ShellProps) {
  const { t } = useTranslation()
  return (
    <>
      <a className="skip" href="#main">
        {t('common.skip')}
      </a>
      <div className="shell">
        <header className="side">
          <Organisation {...organisation} />
          {/* What it opens comes after it, not inside: so a wide window can show the menu without a script. */}
          <details className="switch">
            <summary>{t('common.menu')}</summary>
          </details>
          <div className="menu">
            <nav aria-label={t('common.main_menu')}>
              {menu.map((section) => (
                <Section key={section.title ?? ''} {...section} t={t} />
              ))}
            </nav>
            <div className="you">
              <div className="who">
                {user.portrait}
                <p>
                  {user.href ? <a href={user.href}>{user.name}</a> : user.name}
                  <br />
                  <span className="quiet">{user.role}</span>
                </p>
              </div>
              {viewAs}
              <form method="post" action={signOut}>
                <button type="submit" className="link">
                  {t('common.sign_out')}
                </button>
              </form>
              <Languages languages={languages} />
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1} className={wide && 'wide'}>
          {banner}
          {children}
        </main>
      </div>
    </>
  )
}

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
