import type { ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx'

/** A page about one thing: its name, its state, what can be done with it, and then its facts and sections. */
export function ViewPage({ children, ...header }: PageHeaderProps & { children: ReactNode }) {
  return (
    <>
      <PageHeader {...header} />
      {children}
    </>
  )
}
