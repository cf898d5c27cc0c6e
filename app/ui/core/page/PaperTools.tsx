import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface PaperToolsProps {
  back: { label: string; href: string }
  /** Further links. */
  children?: ReactNode
}

/** Above a sheet, on the screen only: the way back to where it was asked for, and what else may be done with it. */
export function PaperTools({ back, children }: PaperToolsProps) {
  const { t } = useTranslation()
  return (
    <nav className="paper-tools" aria-label={t('common.actions')}>
      <a className="back" href={back.href}>
        {back.label}
      </a>
      {children}
      <span>{t('common.print_hint')}</span>
    </nav>
  )
}
