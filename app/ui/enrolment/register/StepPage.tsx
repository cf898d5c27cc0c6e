import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { StepPlace } from '#app/server/register/registering.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface StepPageProps {
  place: StepPlace
  /** By default the name of the step. */
  title?: string
  hint?: string | undefined
  back: string
  /** When the draft expires; undefined: there is none yet. */
  until: Date | undefined
  children: ReactNode
}

/** A page of a registration: progress, back link, and how long the draft is stored. */
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
        <a className="back" href={back}>
          {t('register.back')}
        </a>
        <p className="quiet small">{t('register.step', { number, count })}</p>
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
