import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { type Language, Languages } from './Languages.tsx'
import { Organisation, type OrganisationMark } from './Organisation.tsx'
import { Wordmark } from './Wordmark.tsx'

interface NarrowPageProps {
  organisation: OrganisationMark
  languages: readonly Language[]
  /** A picture over the whole width, above everything. */
  banner?: string | null
  /** Whom to ask. */
  contact?: { phone: string; email: string; hours: string | null } | null
  /** Quiet links of the footer: help, terms, privacy. */
  links?: readonly { label: string; href: string }[]
  children: ReactNode
}

/** The frame for parents, the public and signing in: one column, the one next step first. */
export function NarrowPage({
  organisation,
  languages,
  banner,
  contact,
  links = [],
  children,
}: NarrowPageProps) {
  const { t } = useTranslation()
  return (
    <>
      <a className="skip" href="#main">
        {t('common.skip')}
      </a>
      <div className="narrow">
        {banner && <img src={banner} alt="" decoding="async" />}
        <header>
          <Organisation {...organisation} />
          <Languages languages={languages} />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          {contact && (
            <p>
              {t('common.questions')} <Phone number={contact.phone} />
              <br />
              <Email address={contact.email} />
              {contact.hours && (
                <>
                  <br />
                  {contact.hours}
                </>
              )}
            </p>
          )}
          {links.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
          <Wordmark />
        </footer>
      </div>
    </>
  )
}
