import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'error'
  title?: string
  children?: ReactNode
}

/** A message within a page. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={tone === 'info' ? 'notice' : `notice ${tone}`}>
      {title && <h2>{unbroken(title)}</h2>}
      {typeof children === 'string' ? unbroken(children) : children}
    </div>
  )
}

interface FlashProps {
  tone: 'success' | 'notice' | 'error'
  children: ReactNode
}

/** What became of the last thing done; shown once, above the page. */
export function Flash({ tone, children }: FlashProps) {
  return (
    <div className={`notice flash ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {typeof children === 'string' ? unbroken(children) : children}
    </div>
  )
}
