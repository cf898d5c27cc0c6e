import { useTranslation } from 'react-i18next'
import type { Sibling } from '#app/domain/billing/plan/siblings.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { SiblingPlace } from './SiblingPlace.tsx'

interface SiblingsSectionProps {
  rows: readonly Sibling[]
  joined: readonly {
    parent_id: string
    other_id: string
    name: string
    family_code: string
    reason: string
  }[]
  mayJoin: boolean
}

/** Which other families count with this one, and the place of each child of theirs among all brothers and sisters. */
export function SiblingsSection({ rows, joined, mayJoin }: SiblingsSectionProps) {
  const { t } = useTranslation()
  if (rows.length === 0 && joined.length === 0) return null
  return (
    <Section title={t('family.siblings')} id="siblings">
      {rows.length > 0 ? (
        <ul className="facts">
          {rows.map((row) => (
            <li key={row.id}>
              <div>
                {row.name ? (
                  <a href={paths.student.view(row.id)}>{unbroken(row.name)}</a>
                ) : (
                  t('family.unseen')
                )}
                <SiblingPlace of={row} />
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {joined.map((one) => (
        <div key={one.other_id}>
          <p>{unbroken(t('family.joined', { name: one.name, code: one.family_code, reason: one.reason }))}</p>
          {mayJoin ? (
            <ConfirmButton
              label={t('family.part')}
              text={t('family.part_question')}
              action={paths.family.part(one.parent_id)}
              confirm={t('family.part')}
            />
          ) : null}
        </div>
      ))}
    </Section>
  )
}
