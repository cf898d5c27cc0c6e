import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#app/ui/core/page/Section.tsx'

/** The link to register for a class, to be copied; within it the same as a code to be photographed. */
export function LinkSection({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Section title={t('registration_form.link')}>
      <p>
        <a href={address}>{address}</a>
      </p>
      <p className="quiet">{t('registration_form.link_hint')}</p>
      {children}
    </Section>
  )
}
