import { useTranslation } from 'react-i18next'
import { codeHours, visitMinutes } from '#app/domain/platform/help-visits/help-visit.ts'
import { Section } from '#app/ui/core/page/Section.tsx'

const means = ['looks', 'not', 'time', 'once', 'seen'] as const

/** What a code allows and what it does not, in plain words. */
export function HelpMeans() {
  const { t } = useTranslation()
  const values = { hours: codeHours, minutes: visitMinutes }
  return (
    <Section title={t('help_visit.means.title')}>
      <ul>
        {means.map((part) => (
          <li key={part}>{t(`help_visit.means.${part}`, values)}</li>
        ))}
      </ul>
    </Section>
  )
}
