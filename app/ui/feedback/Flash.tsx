import type { ReactNode } from 'react'

interface FlashProps {
  tone: 'success' | 'notice' | 'error'
  children: ReactNode
}

/** What became of the last thing done; shown once, above the page. */
export function Flash({ tone, children }: FlashProps) {
  return (
    <div className={`notice flash ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
