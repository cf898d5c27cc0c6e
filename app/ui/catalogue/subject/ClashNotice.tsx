import { useTranslation } from 'react-i18next'
import type { Clash } from '#app/domain/catalogue/subjects/clashes.ts'
import { timeWords } from '#app/domain/core/schedule.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Times at which the room of a class, or its people, are taken by another one. A warning: it may be meant so. */
export function ClashNotice({ clashes }: { clashes: readonly Clash[] }) {
  const { t } = useTranslation()
  if (clashes.length === 0) return null
  return (
    <Notice tone="warning" title={t('subject.clash')}>
      <p>{t('subject.clash_text')}</p>
      <ul>
        {clashes.map((clash) => (
          <li key={`${clash.weekday} ${clash.starts} ${clash.ends} ${clash.other?.id} ${clash.people}`}>
            {[timeWords(clash, t), clash.room, clash.people].filter(Boolean).join(', ')}
            {': '}
            {clash.other ? (
              <a href={paths.subject.view(clash.other.id)}>
                {clash.other.name} ({clash.other.code})
              </a>
            ) : (
              t('subject.clash_unknown')
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
