import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { codeInGroups } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import type { StepPlace } from '#app/server/front/at-step.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface StepPageProps {
  page: StepPlace
  hint?: ReactNode
  children: ReactNode
}

/** A step of an organisation's registration: progress, back link, and the code to continue later. */
export function StepPage({ page, hint, children }: StepPageProps) {
  const { step, number, count, back, code, until } = page
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <NarrowFrame>
      <header>
        <a className="back" href={back}>
          {t('front.back')}
        </a>
        <p className="quiet small">{t('front.step', { number, count })}</p>
        <h1>{t(`front.steps.${step}`)}</h1>
        {hint && <p className="quiet">{hint}</p>}
      </header>
      {children}
      <div className="quiet small">
        <p>{unbroken(t('front.kept', { date: formatDate(todayIn(until), locale) }))}</p>
        <p>
          {t('front.code_is')} <b>{codeInGroups(code)}</b>
        </p>
        <p>
          <a href={paths.front.resume(code)}>{t('front.code_link')}</a>
        </p>
      </div>
    </NarrowFrame>
  )
}

interface StepFormProps {
  form: FormOf
  /** Label of a button that saves and stays on the page. */
  stay?: string
  children: ReactNode
}

/** The form of a step; its first button continues to the next page. */
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
