import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { DrawnField, PageAnswer } from '#app/server/register/typed-page.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { AnswerFields } from './AnswerFields.tsx'

interface TypedFormProps {
  noun: 'parent' | 'student'
  fields: readonly DrawnField[]
  answer: PageAnswer
  version: number
  today: string
  /** A button that keeps the page as the first one does and goes on elsewhere. */
  other?: { value: string; label: string } | undefined
}

/** A page of fields of a registration; its first button goes on to the next page. */
export function TypedForm({ noun, fields, answer, version, today, other }: TypedFormProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const id = `form${useId().replaceAll(':', '')}`
  const { '': errors, ...allErrors } = answer.errors
  const nameOf = (name: string) => {
    const question = fields.find((field) => field.name === name)?.question
    return question && questionWords(question, locale)
  }
  return (
    <form method="post" id={id} className="fields" noValidate>
      <ErrorSummary form={{ id, errors, allErrors }} noun={noun} nameOf={nameOf} />
      <AnswerFields id={id} noun={noun} fields={fields} answer={answer} today={today} />
      <input type="hidden" name="version" value={version} />
      <SubmitButton>{t('register.go_on')}</SubmitButton>
      {other && (
        <p>
          <SubmitButton look="link" name="go" value={other.value}>
            {other.label}
          </SubmitButton>
        </p>
      )}
    </form>
  )
}
