import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

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
