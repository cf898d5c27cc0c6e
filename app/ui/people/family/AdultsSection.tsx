import { useTranslation } from 'react-i18next'
import { whatsAppLink } from '#app/domain/core/contact/whatsapp.ts'
import { paths } from '#app/paths.ts'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

interface AdultsSectionProps {
  rows: readonly {
    id: string
    name: string
    phone: string
    email: string | null
    relationship: string
    pays: boolean
  }[]
}

/** The parents of a family: who they are to the children, who pays, and each way to reach them. */
export function AdultsSection({ rows }: AdultsSectionProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('family.parents')}>
      <Facts
        items={rows.map(({ id, name, phone, email, relationship, pays }) => ({
          label: [t(`parent.relationships.${relationship}`), pays && t('family.pays')]
            .filter(Boolean)
            .join(' · '),
          value: (
            <>
              <a href={paths.parent.view(id)}>{name}</a>
              <br />
              <Phone number={phone} />
              {' · '}
              <a href={whatsAppLink(phone, '')} aria-label={`${t('family.whatsapp')} ${name}`}>
                {t('family.whatsapp')}
              </a>
              {email ? (
                <>
                  {' · '}
                  <Email address={email} />
                </>
              ) : null}
            </>
          ),
        }))}
      />
    </Section>
  )
}
