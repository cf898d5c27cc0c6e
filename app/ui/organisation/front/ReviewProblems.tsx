import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { ToldProblem } from '#app/server/front/reviewed.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** What is still missing or wrong, each line a link to where it is mended. */
export function ReviewProblems({ code, problems }: { code: string; problems: readonly ToldProblem[] }) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  const what = ({ step, fields, code: why }: ToldProblem) => {
    if (why) return t(`refusal.${why}`)
    if (step === 'documents') return t('front.documents_missing')
    return fields.map((name) => t(`front.${name}`)).join(', ')
  }
  return (
    <Notice tone="warning" title={t('front.problems', { count: problems.length })}>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.step} ${problem.code}`}>
            <a href={paths.front.step(code, problem.step, !problem.code)}>
              {t(`front.steps.${problem.step}`)}: {what(problem)}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
