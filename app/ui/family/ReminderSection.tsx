import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/dates.ts'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/form/Button.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { Section } from '#app/ui/page/Section.tsx'
import { usePage } from '#app/ui/page-context.tsx'

interface Props {
  parent_id: string
  last: { id: string; day: string; state: string; level: string } | null
  hold: { ends_on: string; reason: string } | null
}

/** When a family was told last what it owes, and whether it is left in peace. */
export function ReminderSection({ parent_id, last, hold }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section
      title={t('reminder.plural')}
      actions={
        <>
          <LinkButton href={paths.reminder.ask(parent_id)}>{t('reminder.new')}</LinkButton>
          <LinkButton href={paths.reminder.hold(parent_id)}>{t('reminder_hold.new')}</LinkButton>
        </>
      }
    >
      <Facts
        items={[
          {
            label: t('reminder.last'),
            value: last && (
              <a href={paths.reminder.view(last.id)}>
                {t('reminder.last_value', {
                  date: formatDate(last.day, locale),
                  state: t(`reminder.states.${last.state}`),
                })}
              </a>
            ),
          },
          hold && {
            label: t('reminder_hold.until'),
            value: t('reminder_hold.until_value', {
              date: formatDate(hold.ends_on, locale),
              reason: hold.reason,
            }),
          },
        ]}
      />
    </Section>
  )
}
