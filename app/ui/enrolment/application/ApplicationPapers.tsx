import { useTranslation } from 'react-i18next'
import type { ApplicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { type Words, wordsIn } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

interface Props {
  papers: ApplicationRow['documents']
  answers: ApplicationRow['answers']
}

/** What the family sent along, and its answers to the organisation's own questions. */
export function ApplicationPapers({ papers, answers }: Props) {
  const { t, i18n } = useTranslation()
  const said = (words: Words) => wordsIn(words, i18n.language)
  return (
    <>
      {papers.length > 0 ? (
        <Section title={t('application.documents')}>
          <ul>
            {papers.map(({ id, kind, question, child, name }) => (
              <li key={id}>
                {[question ? said(question) : t(`application.document_kinds.${kind}`), child]
                  .filter(Boolean)
                  .join(', ')}
                {': '}
                <a href={paths.application.document(id)}>{name}</a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {answers.length > 0 ? (
        <Section title={t('application.answers')}>
          <Facts
            items={answers.map(({ label, child, answer }) => ({
              label: child ? `${said(label)} (${child})` : said(label),
              value: typeof answer === 'string' ? answer : said(answer),
            }))}
          />
        </Section>
      ) : null}
    </>
  )
}
