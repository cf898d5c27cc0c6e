import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { healthForm } from '#app/domain/people/students/student-form.ts'
import { paths } from '#app/paths.ts'
import { TextArea } from '#app/ui/core/form/TextArea.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/CurrentValues.tsx'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface HealthFormProps {
  student: { id: string; name: string; version: number }
  /** Null for who has not opened them: then only what was typed is there. */
  known: { health_conditions: string | null; allergies: string | null } | null
  answer: SubmissionResult<string[]> | undefined
}

/** What is known of a student's health, to be changed. */
export function HealthForm({ student, known, answer }: HealthFormProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(healthForm, answer, known ?? {})
  const { id, name, version } = student
  const back = { label: name, href: paths.student.view(id) }
  return (
    <EditPage
      title={t('student.health_of', { name })}
      back={back}
      cancel={back.href}
      form={form}
      noun="student"
      action={paths.student.health(id)}
    >
      <CurrentValues
        shown={form.errors?.includes('version_conflict') === true}
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
