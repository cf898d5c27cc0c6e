import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, Languages } from './Languages.tsx'
import { Menu, type MenuSection } from './Menu.tsx'
import { Organisation, type OrganisationMark } from './Organisation.tsx'

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
            <Menu sections={menu} />
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
