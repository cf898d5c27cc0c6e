import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

interface HealthSectionProps {
  student: { id: string }
  /** Null for who may not see it, or only when they ask. */
  health: { health_conditions: string | null; allergies: string | null } | null
  /** It is shown at a button, which leaves a trace. */
  logged: boolean
  mayEdit: boolean
}

/** A student's health, for who looks after them. */
export function HealthSection({ student, health, logged, mayEdit }: HealthSectionProps) {
  const { t } = useTranslation()
  if (logged)
    return (
      <Section title={t('student.health')}>
        <p>{t('student.health_logged')}</p>
        <PostButton action={paths.student.showHealth(student.id)}>{t('student.health_show')}</PostButton>
      </Section>
    )
  if (!health) return null
  const { health_conditions, allergies } = health
  return (
    <Section
      title={t('student.health')}
      actions={
        mayEdit ? (
          <LinkButton href={paths.student.health(student.id)}>{t('student.health_edit')}</LinkButton>
        ) : null
      }
    >
      {health_conditions || allergies ? (
        <Facts
          items={[
            { label: t('student.health_conditions'), value: health_conditions },
            { label: t('student.allergies'), value: allergies },
          ]}
        />
      ) : (
        <p className="quiet">{t('student.health_none')}</p>
      )}
    </Section>
  )
}
