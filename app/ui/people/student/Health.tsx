import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { healthForm } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

interface HealthSectionProps {
  student: { id: string }
  /** Null when the reader may not see it, or only on request. */
  health: { health_conditions: string | null; allergies: string | null } | null
  /** It is shown on request, which is logged. */
  logged: boolean
  mayEdit: boolean
}

/** A student's health details. */
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

interface HealthFormProps {
  student: { id: string; name: string; version: number }
  /** Null when the reader has not opened them; then only typed values are shown. */
  known: { health_conditions: string | null; allergies: string | null } | null
  answer: SubmissionResult<string[]> | undefined
}

/** The form for a student's health details. */
export function HealthForm({ student, known, answer }: HealthFormProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(healthForm, answer, known ?? {})
  const { id, name, version } = student
  return (
    <EditPage
      title={t('student.health_of', { name })}
      back={{ label: name, href: paths.student.view(id) }}
      form={form}
      noun="student"
      action={paths.student.health(id)}
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('student.health_conditions'), value: known?.health_conditions },
          { label: t('student.allergies'), value: known?.allergies },
        ]}
        field={fields.version}
        version={version}
      />
      <TextArea of={fields.health_conditions} label={t('student.health_conditions')} />
      <TextArea of={fields.allergies} label={t('student.allergies')} rows={2} />
    </EditPage>
  )
}
