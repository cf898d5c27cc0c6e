import { useTranslation } from 'react-i18next'
import type { Change } from '#app/domain/billing/plan/why.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Section } from '#app/ui/core/page/Section.tsx'

/** What is other than on the invoices before; `changes` null: nothing was billed before this. */
export function ChangesSince({ changes }: { changes: readonly Change[] | null }) {
  const { t } = useTranslation()
  if (!changes) return null
  const amount = (sen: number | null) => (sen === null ? '' : formatRinggit(sen))
  return (
    <Section title={t('invoice.since.title')}>
      {changes.length === 0 ? (
        <p>{t('invoice.since.same')}</p>
      ) : (
        <ul>
          {changes.map(({ kind, description, before_sen, now_sen }) => (
            <li key={`${kind} ${description}`}>
              {t(`invoice.since.${kind}`, {
                ...{ line: description, before: amount(before_sen), now: amount(now_sen) },
              })}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
