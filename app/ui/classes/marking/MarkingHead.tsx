import { useTranslation } from 'react-i18next'
import type { MarkedSession } from '#app/domain/classes/marking/find-marking.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useSessionTitle } from './session-title.ts'

/** Which session it is, how far it is, and what can be done with it besides marking. */
export function MarkingHead({ session, mayReopen }: { session: MarkedSession; mayReopen: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const titleOf = useSessionTitle()
  const { status, confirmed_at, cancel_reason, reopened_at, reopen_reason } = session
  return (
    <>
      <PageHeader
        title={session.subject}
        subtitle={[titleOf(session), session.trainer].filter(Boolean).join(' · ')}
        back={{ label: t('menu.home'), href: paths.dashboard() }}
        status={<StatusBadge status={status} words="marking.statuses" />}
        actions={
          <>
            {status === 'confirmed' && mayReopen && (
              <LinkButton href={paths.marking.reopen(session.id)}>{t('marking.reopen')}</LinkButton>
            )}
            {status !== 'cancelled' && (
              <a href={paths.marking.print(session.id)}>{t('marking.register.print')}</a>
            )}
            {(status === 'planned' || status === 'open') && (
              <a href={paths.marking.quick(session.id)}>{t('marking.register.quick')}</a>
            )}
          </>
        }
      />
      {status === 'confirmed' && (
        <p className="quiet">
          {t('marking.confirmed_by', {
            name: session.confirmed_by ?? '',
            at: formatInstant(confirmed_at!, locale),
          })}
        </p>
      )}
      {status === 'cancelled' && (
        <Notice tone="warning">{t('marking.cancelled', { reason: cancel_reason })}</Notice>
      )}
      {status === 'open' && reopened_at && (
        <p className="quiet">
          {t('marking.reopened', { at: formatInstant(reopened_at, locale), reason: reopen_reason })}
        </p>
      )}
    </>
  )
}
