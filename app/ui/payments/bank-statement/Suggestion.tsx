import { useTranslation } from 'react-i18next'
import { type Evidence, warnings } from '#app/domain/payments/bank-statements/matching/evidence.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { evidenceWords } from './evidence-words.ts'

interface SuggestionProps {
  line: { evidence: Evidence[]; family_code: string | null }
  family: string
  may: { decide: boolean }
}

/** What speaks for a family, and, while it is to be decided, what a person should look at first. */
export function Suggestion({ line: { evidence, family_code }, family, may }: SuggestionProps) {
  const { t } = useTranslation()
  const against = evidence.filter(({ kind }) => warnings.includes(kind))
  return (
    <Section title={t('bank_line.evidence_title', { family: `${family} (${family_code})` })}>
      <ul>
        {evidence
          .filter((one) => !against.includes(one))
          .map((one) => (
            <li key={one.kind + (one.text ?? '')}>{evidenceWords(t, one)}</li>
          ))}
      </ul>
      {may.decide && against.length > 0 && (
        <Notice tone="warning">
          {against.map((one) => (
            <p key={one.kind}>{evidenceWords(t, one)}</p>
          ))}
        </Notice>
      )}
    </Section>
  )
}
