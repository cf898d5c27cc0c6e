import { useTranslation } from 'react-i18next'
import type { SessionsOfPreview as Said } from '#app/domain/billing/generations/sessions-of-preview.ts'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What a preview charges for sessions, how that differs from the month before, and what is not charged for want of marks. */
export function SessionsOfPreview({ charged, late, back, before, unconfirmed, unconfirmed_count }: Said) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const difference = charged - back - before
  return (
    <Section title={t('generation.sessions.title')}>
      <p className="quiet small">{t('generation.sessions.hint')}</p>
      <Facts
        columns={2}
        items={[
          { label: t('generation.sessions.charged'), value: formatCount(charged - back) },
          { label: t('generation.sessions.before'), value: formatCount(before) },
          {
            label: t('generation.sessions.difference'),
            value: difference > 0 ? `+${formatCount(difference)}` : formatCount(difference).replace('-', '−'),
          },
          { label: t('generation.sessions.late'), value: late > 0 ? formatCount(late) : null },
          { label: t('generation.sessions.back'), value: back > 0 ? formatCount(back) : null },
        ]}
      />
      {unconfirmed_count > 0 && (
        <Notice tone="warning" title={t('generation.sessions.unconfirmed', { count: unconfirmed_count })}>
          <ul>
            {unconfirmed.map(({ id, held_on, starts, subject }) => (
              <li key={id}>
                <a href={paths.class_session.view(id)}>
                  {formatDate(held_on, locale)}, {formatClock(starts, locale)}
                </a>{' '}
                · {subject}
              </li>
            ))}
          </ul>
          {unconfirmed_count > unconfirmed.length && (
            <p>{t('generation.sessions.more', { count: unconfirmed_count - unconfirmed.length })}</p>
          )}
        </Notice>
      )}
    </Section>
  )
}
