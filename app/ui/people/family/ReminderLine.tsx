import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  parent_id: string
  last: { day: string; state: string } | null
  hold: { ends_on: string } | null
}

/** When a family was told last what it owes, or that it is left in peace; leads to what can be done about it. */
export function ReminderLine({ parent_id, last, hold }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const told = last && { date: formatDate(last.day, locale), state: t(`reminder.states.${last.state}`) }
  return (
    <p>
      <a href={paths.reminder.ask(parent_id)}>
        {hold
          ? t('reminder_hold.until', { date: formatDate(hold.ends_on, locale) })
          : told
            ? t('reminder.last', told)
            : t('reminder.none')}
      </a>
    </p>
  )
}
