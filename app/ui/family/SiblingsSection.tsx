import { useTranslation } from 'react-i18next'
import type { Sibling } from '#app/domain/billing/siblings.server.ts'
import { formatDate } from '#app/domain/dates.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/form/Button.tsx'
import { Section } from '#app/ui/page/Section.tsx'
import { usePage } from '#app/ui/page-context.tsx'
import { unbroken } from '#app/ui/text/unbroken.tsx'

interface SiblingsSectionProps {
  parent_id: string
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

/** In which order the children count as brothers and sisters, why, and which other families count with them. */
export function SiblingsSection({ parent_id, rows, joined, mayJoin }: SiblingsSectionProps) {
  const { t } = useTranslation()
  if (rows.length === 0 && joined.length === 0 && !mayJoin) return null
  return (
    <Section
      title={t('family.siblings')}
      id="siblings"
      actions={
        mayJoin ? <LinkButton href={paths.family.join(parent_id)}>{t('family.join')}</LinkButton> : null
      }
    >
      {rows.length > 0 ? (
        <ol className="facts">
          {rows.map((row) => (
            <SiblingRow key={row.id} row={row} />
          ))}
        </ol>
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

function SiblingRow({ row }: { row: Sibling }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, name, child, because, registered_on, born_on, student_no, fees_sen } = row
  const values = {
    ...{ registered: formatDate(registered_on, locale), born: formatDate(born_on, locale) },
    ...{ number: student_no, fees: formatRinggit(fees_sen) },
  }
  const why = child === null ? 'not_seated' : because
  return (
    <li>
      <div>
        {name ? <a href={paths.student.view(id)}>{unbroken(name)}</a> : t('family.unseen')}
        <p className="quiet small">
          {child === null ? t('family.not_counted') : t('family.child', { child })}:{' '}
          {t(`family.because.${why}`, values)}
        </p>
      </div>
    </li>
  )
}
