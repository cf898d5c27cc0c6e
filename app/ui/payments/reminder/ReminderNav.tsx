import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

/** Navigation between reminders and pauses. */
export function ReminderNav({ current }: { current: 'reminder' | 'hold' }) {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('reminder.plural')}
      items={[
        { label: t('reminder.plural'), href: paths.reminder.list(), current: current === 'reminder' },
        { label: t('reminder_hold.plural'), href: paths.reminder.holds(), current: current === 'hold' },
      ]}
    />
  )
}
