import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { localeName, locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Flash } from '#app/ui/core/feedback/Flash.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Portrait } from '#app/ui/identity/account/Portrait.tsx'
import { ViewAs } from '#app/ui/identity/account/ViewAs.tsx'
import { NarrowPage } from './NarrowPage.tsx'
import { Shell } from './Shell.tsx'

/** The frame of staff and operator pages, filled from the page's own information. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { organisation, menu, user, side, helper } = usePage()
  const { t } = useTranslation()
  const account = user?.account
  const picture = account ? paths.profile.picture(account.id, account.avatar_file) : null
  return (
    <Shell
      organisation={ownName(organisation)}
      menu={menu}
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
      signOut={helper ? paths.help.leave() : paths.logout()}
      banner={
        <>
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

/** The frame of public, parent and sign-in pages. */
export function NarrowFrame({ children }: { children: ReactNode }) {
  const { organisation } = usePage()
  return (
    <NarrowPage
      organisation={ownName(organisation)}
      banner={organisation.banner}
      contact={organisation.contact}
      languages={useLanguages()}
    >
      <PageFlash />
      {children}
    </NarrowPage>
  )
}

function ownName({ name, logo, href }: { name: string; logo: string | null; href: string }) {
  return { name, href, ...(logo ? { logo } : {}) }
}

function useLanguages() {
  const { locale, path } = usePage()
  return locales.map((key) => ({
    locale: key,
    label: localeName(key),
    href: paths.language(key, path),
    current: key === locale,
  }))
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
  const { flash } = usePage()
  const { t } = useTranslation()
  if (!flash) return null
  const values = flash.values ?? {}
  const sentence = flash.key === 'refused' ? `refusal.${values.code}` : `flash.${flash.key}`
  return <Flash tone={flash.tone}>{t(sentence, values)}</Flash>
}
