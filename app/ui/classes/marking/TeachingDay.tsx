import { useTranslation } from 'react-i18next'
import type { TeachingDay as Day, HomeSession } from '#app/domain/classes/marking/home.ts'
import { formatClocks } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useSessionTitle } from './session-title.ts'

/** Home of who teaches: the next session with a large link to mark it, then the others of today, what is late, and what comes. */
export function TeachingDay({ today, next, late, coming }: Day) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const titleOf = useSessionTitle()
  const first = today.find(({ id }) => id === next)
  const others = today.filter(({ id }) => id !== next)
  const lines = (rows: readonly HomeSession[], { dated = true, isDue = true } = {}) => (
    <Entries
      items={rows.map((row) => ({
        title: row.subject,
        href: paths.marking.mark(row.id),
        meta: dated
          ? titleOf(row)
          : [formatClocks(row.starts, row.ends, locale), row.room].filter(Boolean).join(' · '),
        status: isDue && <StatusBadge status={row.status} words="marking.statuses" />,
      }))}
    />
  )
  return (
    <>
      <Section
        title={t('marking.home.title')}
        actions={<a href={paths.marking.register()}>{t('marking.register.link')}</a>}
      >
        {first && (
          <div className="notice">
            <h3>{first.subject}</h3>
            <p>
              {formatClocks(first.starts, first.ends, locale)}
              {first.room && ` · ${first.room}`} · {t('marking.home.students', { count: first.students })}
            </p>
            <p>
              <LinkButton href={paths.marking.mark(first.id)} look="primary">
                {t('marking.home.mark')}
              </LinkButton>
            </p>
          </div>
        )}
        {others.length > 0 && lines(others, { dated: false })}
        {today.length === 0 && <p className="quiet">{t('marking.home.none')}</p>}
      </Section>
      {late.length > 0 && (
        <Section title={t('marking.home.late')}>
          <p className="quiet">{t('marking.home.late_hint')}</p>
          {lines(late)}
        </Section>
      )}
      {coming.length > 0 && (
        <Section title={t('marking.home.week')}>{lines(coming, { isDue: false })}</Section>
      )}
    </>
  )
}
