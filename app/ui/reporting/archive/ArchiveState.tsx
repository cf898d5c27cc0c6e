import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'

interface ArchiveStateProps {
  status: 'queued' | 'ready' | 'failed' | 'expired'
  rows_done: number | null
  rows_total: number | null
  error_code: string | null
  file_name: string | null
  /** The page itself, the file, and where they lead back to. */
  page: string
  file: string
  back: { label: string; href: string }
  /** What it is called in each state. */
  words: Record<'making' | 'ready' | 'failed' | 'expired', string>
  /** What is said of a finished one, and of one that is gone. */
  readyText: string
  expiredText: string
  /** A button to make it again, where that is possible. */
  again?: ReactNode
}

/** An archive that is being made, is there, has failed, or is gone. */
export function ArchiveState(props: ArchiveStateProps) {
  const { status, rows_done, rows_total, error_code, file_name, page, file, back, words, again } = props
  const { t } = useTranslation()
  const leave = <a href={back.href}>{back.label}</a>
  if (status === 'queued')
    return (
      <ProgressPage
        title={words.making}
        text={t('archive.making_text')}
        {...(rows_total !== null && { done: rows_done ?? 0, total: rows_total })}
        refresh={page}
        leave={back}
      />
    )
  if (status === 'ready')
    return (
      <MessagePage
        title={words.ready}
        text={props.readyText}
        tone="good"
        actions={
          <>
            <LinkButton href={file} look="primary">
              {t('archive.download', { name: file_name })}
            </LinkButton>
            {leave}
          </>
        }
      />
    )
  return (
    <MessagePage
      title={status === 'failed' ? words.failed : words.expired}
      text={status === 'failed' ? t(`refusal.${error_code ?? 'unexpected'}`) : props.expiredText}
      tone={status === 'failed' ? 'bad' : undefined}
      actions={
        <>
          {again}
          {leave}
        </>
      }
    />
  )
}
