import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The organisation's own QR, drawn by whoever may, and whom a banking app must name. */
export function DuitNow({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <h3>{t('duitnow.pay')}</h3>
      <p>{t('duitnow.pay_text', { name })}</p>
      {children}
    </>
  )
}
