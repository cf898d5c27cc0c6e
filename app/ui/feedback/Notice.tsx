import type { ReactNode } from 'react'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'error'
  title?: string
  children?: ReactNode
}

/** Something to know beside the work at hand. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={tone === 'info' ? 'notice' : `notice ${tone}`}>
      {title && <h2>{title}</h2>}
      {children}
    </div>
  )
}
