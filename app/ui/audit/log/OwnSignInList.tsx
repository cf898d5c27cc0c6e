import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isGood, type OwnSignInRow } from '#app/domain/audit/log/login.ts'
import { deviceInWords } from '#app/domain/identity/accounts/device.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

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
