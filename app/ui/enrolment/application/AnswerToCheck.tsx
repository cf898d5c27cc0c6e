import { useTranslation } from 'react-i18next'
import type { UnprovenAnswer } from '#app/domain/enrolment/applications/unproven-answers.ts'
import { languageTag } from '#app/i18n/locales.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** An answer that lowers the fees of an application, what it lowers, and the paper to look at before it is approved. */
export function AnswerToCheck({ answer, children, names, tax }: UnprovenAnswer) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const list = (parts: readonly string[]) => new Intl.ListFormat(languageTag(locale)).format(parts)
  const lowered = list([...names, ...(tax ? [t('application.service_tax')] : [])])
  if (answer === 'income_above_2500')
    return (
      <Notice tone="warning" title={t('application.income_title')}>
        <p>{t('application.income_text', { names: lowered })}</p>
      </Notice>
    )
  if (answer === 'born_on')
    return (
      <Notice tone="warning" title={t('application.born_on_title')}>
        <p>{t('application.born_on_text', { children: list(children), names: lowered })}</p>
      </Notice>
    )
  return (
    <Notice tone="warning" title={t('application.nationality_title')}>
      <p>{t('application.nationality_text', { children: list(children), names: lowered })}</p>
    </Notice>
  )
}
