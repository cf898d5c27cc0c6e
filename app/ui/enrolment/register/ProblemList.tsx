import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { questionWords } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { NamedProblem } from '#app/server/register/reviewed.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** What is still missing or has changed since, each line a link to where it is mended. */
export function ProblemList({ problems }: { problems: readonly NamedProblem[] }) {
  const { t, i18n } = useTranslation()
  if (problems.length === 0) return null
  return (
    <Notice tone="warning" title={t('register.problems.title', { count: problems.length })}>
      <ul>
        {problems.map((problem) => {
          const { href, words } = told(problem, t, i18n.language as Locale)
          return (
            <li key={href + words}>
              <a href={href}>{words}</a>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

function told(problem: NamedProblem, t: TFunction, locale: Locale): { href: string; words: string } {
  const child = problem.child ?? ''
  switch (problem.step) {
    case 'parent':
      return {
        href: `${paths.register.parent(problem.place, isFurther(problem))}?check`,
        words: t('register.problems.parent', { place: problem.place, fields: names(problem, 'parent') }),
      }
    case 'student':
      return {
        href: `${paths.register.student(problem.place, isFurther(problem))}?check`,
        words: t('register.problems.student', { child, fields: names(problem, 'student') }),
      }
    case 'family':
      return {
        href: `${paths.register.questions()}?check`,
        words: t('register.problems.family', { fields: names(problem, 'student') }),
      }
    case 'no_student':
      return { href: paths.register.students(), words: t('register.problems.no_student') }
    case 'no_subject':
      return {
        href: paths.register.subjectsOf(problem.place),
        words: t('register.problems.no_subject', { child }),
      }
    case 'subject':
      return {
        href: paths.register.subjectsOf(problem.place),
        words: t(`register.problems.subject_${problem.why}`, { child, subject: problem.name ?? '' }),
      }
    case 'paper': {
      const { kind } = problem.paper
      const paper = t(`register.papers.${kind}`)
      const words = child
        ? t('register.problems.paper_of', { child, paper })
        : t('register.problems.paper', { paper })
      return { href: paths.register.documents(), words }
    }
  }

  function names({ fields }: Extract<NamedProblem, { fields: unknown }>, noun: string): string {
    return fields
      .map(({ name, question }) => (question ? questionWords(question, locale) : t(`${noun}.${name}`)))
      .join(', ')
  }
}

/** Only the second page of the person has anything to mend. */
const isFurther = ({ fields }: Extract<NamedProblem, { fields: unknown }>) =>
  fields.every(({ further }) => further === true)
