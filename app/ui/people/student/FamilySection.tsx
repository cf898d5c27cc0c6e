import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { ChildTable } from './ChildTable.tsx'

interface FamilySectionProps {
  student: { id: string }
  /** Without a phone for a parent of the family, who is told only of themselves. */
  family: readonly {
    id: string
    name: string
    phone?: string
    relationship: string
    is_primary: boolean
    is_payer: boolean
  }[]
  mayEdit: boolean
  /** The reader may open the account of the family. */
  mayFind: boolean
}

/** A student's parents, and who of them is asked first and pays. */
export function FamilySection({ student, family, mayEdit, mayFind }: FamilySectionProps) {
  const { t } = useTranslation()
  const payer = family.find(({ is_payer }) => is_payer) ?? family[0]
  const part = ({ is_primary, is_payer }: FamilySectionProps['family'][number]) =>
    [is_primary && t('student.primary_id'), is_payer && t('student.payer_id')].filter(Boolean).join(', ')
  return (
    <Section
      title={t('student.parents')}
      actions={
        <>
          {mayFind && payer ? (
            <LinkButton href={paths.family.view(payer.id)}>{t('family.link')}</LinkButton>
          ) : null}
          {mayEdit ? (
            <LinkButton href={paths.student.family(student.id)}>{t('student.family')}</LinkButton>
          ) : null}
        </>
      }
    >
      {family.length > 0 ? (
        <Facts
          items={family.map((one) => ({
            label: [t(`parent.relationships.${one.relationship}`), part(one)].filter(Boolean).join(' · '),
            value:
              one.phone === undefined ? (
                one.name
              ) : (
                <>
                  <a href={paths.parent.view(one.id)}>{one.name}</a>
                  <br />
                  <Phone number={one.phone} />
                </>
              ),
          }))}
        />
      ) : (
        <p className="quiet">{t('student.no_parents')}</p>
      )}
    </Section>
  )
}

interface SiblingSectionProps {
  rows: Parameters<typeof ChildTable>[0]['rows']
  /** How many more there are that the reader does not reach. */
  elsewhere: number
}

/** Brothers and sisters for whom the same parent pays. */
export function SiblingSection({ rows, elsewhere }: SiblingSectionProps) {
  const { t } = useTranslation()
  if (rows.length === 0 && elsewhere === 0) return null
  return (
    <Section title={t('student.siblings')}>
      {rows.length > 0 ? <ChildTable caption={t('student.siblings')} rows={rows} /> : null}
      {elsewhere > 0 ? (
        <p className="quiet">{t('student.siblings_elsewhere', { count: elsewhere })}</p>
      ) : null}
    </Section>
  )
}
