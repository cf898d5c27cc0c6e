import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { rejectForm } from '#app/domain/enrolment/applications/application.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface RejectPageProps {
  version: number
  names: readonly string[]
  form_key: string
  back: { label: string; href: string }
  lastResult: SubmissionResult<string[]> | undefined
}

/** The reason of a rejection, which is mailed to the family. */
export function RejectPage({ version, names, form_key, back, lastResult }: RejectPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(rejectForm, lastResult, { version, form_key })
  return (
    <EditPage
      title={t('application.reject')}
      subtitle={names.join(', ')}
      back={back}
      keep={t('application.back')}
      form={form}
      noun="application"
      submit={t('application.reject')}
      look="danger"
    >
      <TextArea
        of={fields.reason}
        label={t('application.reason')}
        hint={t('application.reason_hint')}
        rows={4}
      />
      <HiddenField of={fields.version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
