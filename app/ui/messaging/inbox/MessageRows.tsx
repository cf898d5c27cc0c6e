import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Row {
  id: string
  /** Null where its text is gone. */
  subject: string | null
  created_at: Date | string
  read_at: Date | string | null
}

/** Messages by their subject; a new one is marked by a word. */
export function MessageRows({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Entries
      items={rows.map(({ id, subject, created_at, read_at }) => ({
        title: subject ?? t('inbox.gone'),
        href: paths.inbox.view(id),
        meta: formatInstant(created_at, locale),
        status: read_at ? undefined : <StatusBadge status="unread" label={t('inbox.new')} tone="open" />,
      }))}
    />
  )
}

/** On the first page: the latest messages, where there are any, and the way to all. */
export function LatestMessages({ rows }: { rows: readonly Row[] | null }) {
  const { t } = useTranslation()
  if (!rows || rows.length === 0) return null
  return (
    <Section title={t('inbox.latest')}>
      <MessageRows rows={rows} />
      <p>
        <a href={paths.inbox.list()}>{t('inbox.see_all')}</a>
      </p>
    </Section>
  )
}
