import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { StepPlace } from '#app/server/register/registering.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface StepPageProps {
  place: StepPlace
  /** By default the name of the step. */
  title?: string
  hint?: string | undefined
  /** A page without a form links back; a form keeps what was typed with {@link StepButtons}. */
  back?: string | undefined
  /** When the draft expires; undefined: there is none yet. */
  until: Date | undefined
  children: ReactNode
}

/** A page of a registration: progress, and how long the draft is stored. */
export function StepPage({
  place: { step, number, count },
  title,
  hint,
  back,
  until,
  children,
}: StepPageProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <NarrowFrame>
      <header>
        {back && (
          <a className="back" href={back}>
            {t('register.back')}
          </a>
        )}
        {number > 0 && <p className="quiet small">{t('register.step', { number, count })}</p>}
        <h1>{title ?? t(`register.steps.${step}`)}</h1>
        {hint && <p className="quiet">{hint}</p>}
      </header>
      {children}
      {until && (
        <p className="quiet small">
          {unbroken(t('register.kept', { date: formatDate(todayIn(until), locale) }))}{' '}
          <a href={paths.register.later()}>{t('register.later.link')}</a>
        </p>
      )}
    </NarrowFrame>
  )
}

/** The last line of a step's form: on, or back with all that was typed or chosen kept. */
export function StepButtons() {
  const { t } = useTranslation()
  return (
    <p className="actions">
      <SubmitButton>{t('register.go_on')}</SubmitButton>
      <SubmitButton look="link" name="go" value="back">
        {t('register.back')}
      </SubmitButton>
    </p>
  )
}
