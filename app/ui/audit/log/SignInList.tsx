import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mostEntries } from '#app/domain/audit/log/entry.ts'
import type { OwnSignInRow, SignInRow } from '#app/domain/audit/log/logins.ts'
import { isGood } from '#app/domain/core/sign-in-log.ts'
import { deviceInWords } from '#app/domain/identity/accounts/device.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

interface SignInListProps {
  list: ListView<SignInRow>
  /** The reader sees only their own. */
  own?: boolean
}

/** Who came in or was refused. */
export function SignInList({ list, own }: SignInListProps) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t(own ? 'audit.only_own' : 'audit.login.about_page')}
      searchHint={t('audit.login.search_hint')}
      empty={{ title: t('audit.login.empty'), hint: t('audit.login.empty_hint') }}
      cells={{
        person: (row) => row.person ?? <span className="quiet">{t('audit.login.nobody')}</span>,
        outcome: ({ outcome, reason }) => (
          <>
            <StatusBadge
              status={outcome}
              tone={outcome === 'failed' ? 'bad' : 'good'}
              label={t(`audit.login.outcomes.${outcome}`)}
            />
            {reason && <span className="quiet"> {t(`refusal.${reason}`)}</span>}
          </>
        ),
      }}
    >
      {list.page.more && <Notice>{t('audit.more', { most: mostEntries.toLocaleString('en') })}</Notice>}
    </ListPage>
  )
}

interface OwnSignInListProps {
  list: ListView<OwnSignInRow>
  nav?: ReactNode
}

/** The reader's own ways in, and the tries of others at them. */
export function OwnSignInList({ list, nav }: OwnSignInListProps) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('profile.log.text')}
      searchHint={t('profile.log.search_hint')}
      empty={{ title: t('profile.log.empty') }}
      nav={nav}
      cells={{
        result: ({ result }) => (
          <StatusBadge
            status={isGood(result) ? 'success' : 'failed'}
            label={t(isGood(result) ? `profile.results.${result}` : `refusal.${result}`)}
          />
        ),
        device: ({ device }) => deviceInWords(device, t('profile.session.unknown')),
      }}
    />
  )
}
