import type { ReactNode } from 'react'

interface SubNavProps {
  /** What the links have in common; heard, not seen. */
  label: string
  items: readonly { label: ReactNode; href: string; lang?: string; current?: boolean | undefined }[]
}

/** The pages about one thing, side by side. */
export function SubNav({ label, items }: SubNavProps) {
  return (
    <nav className="tabs subnav" aria-label={label}>
      {items.map((item) => (
        <a key={item.href} href={item.href} lang={item.lang} aria-current={item.current ? 'page' : undefined}>
          {item.label}
        </a>
      ))}
    </nav>
  )
}
