import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'

interface StepFormProps {
  form: FormOf
  /** A button that keeps what was typed and stays on the page. */
  stay?: string
  children: ReactNode
}

/** The fields of a step; its first button goes on to the next page. */
export function StepForm({ form, stay, children }: StepFormProps) {
  const { t } = useTranslation()
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="front" />
      {children}
      <SubmitButton>{t('front.go_on')}</SubmitButton>
      {stay && (
        <p>
          <SubmitButton look="link" name="go" value="stay">
            {stay}
          </SubmitButton>
        </p>
      )}
    </form>
  )
}
