import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

interface MessagePageProps {
  title: string
  /** What happened and what to do, in a sentence or two. */
  text?: string | undefined
  tone?: Tone | undefined
  /** The next step: a button or a link. */
  actions?: ReactNode
  /** What to quote when asking for help: the request id. */
  detail?: string | undefined
  children?: ReactNode
}

interface LinkRefusedProps extends Pick<MessagePageProps, 'text' | 'actions'> {
  /** Why, as a code. */
  code: string
}

/** For who comes by a link of a mail that opens nothing any more. */
export function LinkRefused({ code, ...rest }: LinkRefusedProps) {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('common.error.link_title')} tone="off" {...rest}>
      <p className="quiet">{t(`refusal.${code}`)}</p>
    </MessagePage>
  )
}

/** One thing to say: done, refused, not found, failed. */
export function MessagePage({ title, text, tone, actions, detail, children }: MessagePageProps) {
  const { t } = useTranslation()
  return (
    <div className="message">
      {tone ? (
        <h1 className={`status ${tone}`}>
          <b>{title}</b>
        </h1>
      ) : (
        <h1>{title}</h1>
      )}
      {text && <p>{text}</p>}
      {children}
      {actions && <div className="actions">{actions}</div>}
      {detail && <p className="quiet small">{t('common.reference', { id: detail })}</p>}
    </div>
  )
}
