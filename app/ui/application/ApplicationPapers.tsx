import { useTranslation } from 'react-i18next'
import type { ApplicationRow } from '#app/domain/applications/find-application.server.ts'
import { paths } from '#app/paths.ts'
import { Facts } from '#app/ui/page/Facts.tsx'
import { Section } from '#app/ui/page/Section.tsx'

interface Props {
  papers: ApplicationRow['documents']
  answers: ApplicationRow['answers']
}

/** What the family sent along, and its answers to the organisation's own questions. */
export function ApplicationPapers({ papers, answers }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {papers.length > 0 ? (
        <Section title={t('application.documents')}>
          <ul>
            {papers.map(({ id, kind, question, child, name }) => (
              <li key={id}>
                {[question ?? t(`application.document_kinds.${kind}`), child].filter(Boolean).join(', ')}
                {': '}
                <a href={paths.application.document(id)}>{name}</a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {answers.length > 0 ? (
        <Section title={t('application.answers')}>
          <Facts items={answers.map(({ question, answer }) => ({ label: question, value: answer }))} />
        </Section>
      ) : null}
    </>
  )
}
