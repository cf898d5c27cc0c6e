import { useTranslation } from 'react-i18next'

/** How far a form of several pages has come; `current` counts from 0. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  const { t } = useTranslation()
  return (
    <ol className="steps" aria-label={t('common.steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}
