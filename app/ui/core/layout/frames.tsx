import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileName } from '#app/domain/core/access/access.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { type Locale, languageTag, localeName, locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Flash, Notice } from '#app/ui/core/feedback/Notice.tsx'
import { WhyThis } from '#app/ui/core/feedback/WhatIsThis.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { refusalIn } from '#app/ui/core/text/refusal-in.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { BlockerLinks } from '#app/ui/core/undo/BlockerLinks.tsx'
import { HeaderSearch } from './HeaderSearch.tsx'
import { Menu, type MenuItem, PlaceTabs } from './Menu.tsx'

/** The frame of staff and operator pages, filled from the page's own information. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { organisation, menu, user, side, helper } = usePage()
  const { t } = useTranslation()
  const account = user?.account
  const picture = account ? paths.profile.picture(account.id, account.avatar_file) : null
  return (
    <Shell
      organisation={ownName(organisation)}
      places={menu?.places ?? []}
      tabs={menu?.inside && <PlaceTabs {...menu.inside} />}
      search={user && !isParent(user.roles) && <HeaderSearch side={side} />}
      user={{
        name: user?.name ?? '',
        ...(side === 'main' ? { href: paths.admin.profile() } : {}),
        ...(user ? { role: user.roles.map((role) => t(`common.role.${role}`)).join(', ') } : {}),
        ...(account
          ? { href: paths.profile.view(), portrait: <Portrait of={{ name: user.name, picture }} /> }
          : {}),
      }}
      viewAs={account && <ViewAs profiles={account.profiles} current={account.profile} />}
      languages={useLanguages()}
      help={useHelpLinks()}
      signOut={helper ? paths.help.leave() : paths.logout()}
      banner={
        <>
          <LanguageQuestion />
          <SubscriptionOver />
          <SubscriptionEnding />
          <PageFlash />
        </>
      }
    >
      {children}
    </Shell>
  )
}

const isParent = (roles: readonly string[]) => roles.every((role) => role === 'parent')

/** The frame of public, parent and sign-in pages. */
export function NarrowFrame({ links, children }: Pick<NarrowPageProps, 'links' | 'children'>) {
  const { organisation, side } = usePage()
  return (
    <NarrowPage
      organisation={{ ...ownName(organisation), isLunas: side === 'main' }}
      banner={organisation.banner}
      contact={organisation.contact}
      languages={useLanguages()}
      links={[...useHelpLinks(), ...(links ?? [])]}
    >
      <PageFlash />
      {children}
    </NarrowPage>
  )
}

function ownName({ name, logo, href }: { name: string; logo: string | null; href: string }) {
  return { name, href, ...(logo ? { logo } : {}) }
}

/** Help, by a name that tells guests of the terms and the privacy notice there; one link, since each page has it. */
function useHelpLinks() {
  const { user } = usePage()
  const { t } = useTranslation()
  return [{ label: t(user ? 'help_page.link' : 'help_page.guest_link'), href: paths.help_page.index() }]
}

function useLanguages() {
  const { locale, path } = usePage()
  return locales.map((key) => ({
    locale: key,
    label: localeName(key),
    href: paths.language(key, { to: path }),
    current: key === locale,
  }))
}

/** Asked once, in every language at the same time, since nobody knows yet which one the person reads. */
function LanguageQuestion() {
  const { asksLanguage, path } = usePage()
  const { t } = useTranslation()
  if (!asksLanguage) return null
  return (
    <nav className="notice flash" aria-label={t('common.language')}>
      <h2>Bahasa? / Language?</h2>
      <p className="actions">
        {locales.map((key) => (
          <a key={key} className="button" href={paths.language(key, { to: path })} lang={languageTag(key)}>
            {localeName(key)}
          </a>
        ))}
      </p>
    </nav>
  )
}

function SubscriptionOver() {
  const { over } = usePage()
  const { t } = useTranslation()
  return over ? <Notice tone="warning">{t(`subscription.over.${over}`)}</Notice> : null
}

function SubscriptionEnding() {
  const { ending, locale } = usePage()
  const { t } = useTranslation()
  if (!ending) return null
  const { days, on } = ending
  const values = { count: days, date: formatDate(on, locale) }
  return (
    <Notice tone={days > 14 ? 'info' : 'warning'}>
      {t(days === 0 ? 'subscription.notice.banner_today' : 'subscription.notice.banner', values)}{' '}
      <a href={paths.setting.subscription()}>{t('subscription.notice.see')}</a>
    </Notice>
  )
}

function PageFlash() {
  const { flash, locale } = usePage()
  const { t } = useTranslation()
  if (!flash) return null
  const { key, tone, values = {} } = flash
  if (key !== 'refused') return <Flash tone={tone}>{t(`flash.${key}`, values)}</Flash>
  return (
    <Flash tone={tone}>
      {unbroken(refusalIn({ t, locale }, String(values.code), values))}
      <BlockerLinks packed={values.blockers} /> <WhyThis errors={[String(values.code)]} />
    </Flash>
  )
}

interface ShellProps {
  organisation: OrganisationMark
  /** Where this person may go. */
  places: readonly MenuItem[]
  /** The tabs of the place that the page is in. */
  tabs?: ReactNode
  /** The search of the whole organisation. */
  search?: ReactNode
  /** The signed-in person: `role` is a word under the name, `href` the profile, `portrait` is next to the name. */
  user: { name: string; role?: string | undefined; href?: string | undefined; portrait?: ReactNode }
  /** Below the person: what they look at the organisation as. */
  viewAs?: ReactNode
  languages: readonly Language[]
  /** Quiet links at the end of the menu. */
  help?: readonly { label: string; href: string }[]
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
  places,
  tabs,
  search,
  user,
  viewAs,
  languages,
  help = [],
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
          {search}
          <div className="menu">
            <Menu places={places} />
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
              {help.map(({ label, href }) => (
                <a key={href} href={href}>
                  {label}
                </a>
              ))}
            </div>
          </div>
        </header>
        <div className="page">
          {tabs}
          <main id="main" tabIndex={-1} className={wide && 'wide'}>
            {banner}
            {children}
          </main>
        </div>
      </div>
    </>
  )
}

interface ViewAsProps {
  /** The profiles that the person has; with only one there is nothing to choose. */
  profiles: readonly ProfileName[]
  current: ProfileName | null
}

/** Switches between the profiles of a person who has several, such as staff and parent. */
function ViewAs({ profiles, current }: ViewAsProps) {
  const { t } = useTranslation()
  if (profiles.length < 2) return null
  return (
    <form method="post" action={paths.profile.switch()} className="view-as">
      <span className="quiet">{t('profile.view_as')}</span>
      {(['all', ...profiles] as const).map((name) =>
        name === (current ?? 'all') ? (
          <b key={name} aria-current="true">
            {t(`profile.as.${name}`)}
          </b>
        ) : (
          <button key={name} type="submit" name="profile" value={name} className="link">
            {t(`profile.as.${name}`)}
          </button>
        ),
      )}
    </form>
  )
}

interface NarrowPageProps {
  organisation: OrganisationMark
  languages: readonly Language[]
  /** A picture over the whole width, above everything. */
  banner?: string | null
  /** Whom to ask. */
  contact?: { phone: string; email: string; hours: string | null } | null
  /** Quiet links of the footer. */
  links?: readonly { label: string; href: string }[] | undefined
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
  const hasFooter = !organisation.isLunas || links.length > 0
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
        {hasFooter && (
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
            {!organisation.isLunas && <Wordmark width={56} height={22} />}
          </footer>
        )}
      </div>
    </>
  )
}

interface OrganisationMark {
  name: string
  /** Address of its logo; without one only the name is shown. */
  logo?: string | undefined
  href?: string | undefined
  /** The platform itself, whose name is drawn. */
  isLunas?: boolean
}

/** Whose pages these are. The image has no alt text, since the name is next to it. */
function Organisation({ name, logo, href = '/', isLunas = false }: OrganisationMark) {
  if (isLunas)
    return (
      <a className="org" href={href}>
        <Wordmark width={81} height={32} />
      </a>
    )
  return (
    <a className="org" href={href}>
      {logo && <img src={logo} alt="" width="36" height="36" loading="lazy" decoding="async" />}
      <span>{name}</span>
    </a>
  )
}

interface Language {
  locale: Locale
  /** The language's own name: English, Bahasa Melayu. */
  label: string
  /** The same page in that language. */
  href: string
  current: boolean
}

/** Links to the same page in the other languages; the one that is being read needs no link. */
function Languages({ languages }: { languages: readonly Language[] }) {
  const { t } = useTranslation()
  return (
    <nav className="languages" aria-label={t('common.language')}>
      {languages
        .filter(({ current }) => !current)
        .map(({ locale, label, href }) => (
          <a key={locale} href={href} lang={languageTag(locale)}>
            {label}
          </a>
        ))}
    </nav>
  )
}

/**
 * Lunas, ruled off: a settled account in a ledger is closed with a double line. Drawn as lines, so that it is the same on
 * every machine; a file of its own, which a browser keeps, since it would be a tenth of a short form.
 */
function Wordmark({ width, height }: { width: number; height: number }) {
  return <img src="/wordmark.svg" alt="Lunas" width={width} height={height} loading="lazy" decoding="async" />
}
