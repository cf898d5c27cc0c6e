import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'error'
  title?: string
  children?: ReactNode
}

/** Something to know beside the work at hand. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={tone === 'info' ? 'notice' : `notice ${tone}`}>
      {title && <h2>{unbroken(title)}</h2>}
      {typeof children === 'string' ? unbroken(children) : children}
    </div>
  )
}
