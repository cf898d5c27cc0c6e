import { useTranslation } from 'react-i18next'
import type { RequestNoun } from '#app/domain/core/request-nouns.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface WaitsNoticeProps {
  noun: RequestNoun
  id: string
  may: { decide: boolean; withdraw: boolean }
  /** Values that travel with the approval. */
  fields?: Record<string, string>
}

/** That something waits for a second person, with what the reader may do about it. */
export function WaitsNotice({ noun, id, may, fields }: WaitsNoticeProps) {
  const { t } = useTranslation()
  const to = paths[noun]
  return (
    <Notice tone="warning" title={t(`${noun}.waits`)}>
      <p>{t(may.decide ? `${noun}.waits_decide` : `${noun}.waits_other`)}</p>
      <div className="actions">
        {may.decide && (
          <>
            <PostButton action={to.approve(id)} look="primary" {...(fields ? { fields } : {})}>
              {t(`${noun}.approve`)}
            </PostButton>
            <LinkButton href={to.reject(id)}>{t(`${noun}.reject`)}</LinkButton>
          </>
        )}
        {may.withdraw && <PostButton action={to.withdraw(id)}>{t(`${noun}.withdraw`)}</PostButton>}
      </div>
    </Notice>
  )
}
