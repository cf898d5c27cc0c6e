import { useTranslation } from 'react-i18next'
import type { Sibling } from '#app/domain/billing/plan/siblings.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface SiblingPlaceProps {
  student_id: string
  /** The brothers and sisters among whom the student counts, in their order. */
  group: readonly Sibling[]
  /** A family that was joined counts among them. */
  joined: boolean
  family_id: string | null
}

/** The how-manieth child a student counts as where discounts ask, and after whom and why; no amount is told. */
export function SiblingPlace({ student_id, group, joined, family_id }: SiblingPlaceProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = group.findIndex(({ id }) => id === student_id)
  const me = group[at]
  if (!me) return null
  const { child, because, registered_on, born_on, student_no } = me
  const why = child === null ? 'not_seated' : because
  const of = group.filter((one) => one.child !== null).length
  const values = {
    before: group[at - 1]?.name ?? t('family.unseen'),
    ...{
      registered: formatDate(registered_on, locale),
      born: formatDate(born_on, locale),
      number: student_no,
    },
  }
  return (
    <Section title={t('family.siblings_hint')} id="place">
      <p>
        <b>{child === null ? t('family.alone_not') : t('family.place', { child, of })}</b>
      </p>
      <p>{t(`family.after.${why}`, values)}</p>
      {joined ? <p className="quiet small">{t('family.joined_too')}</p> : null}
      {family_id ? (
        <p className="small">
          <a href={`${paths.family.view(family_id)}#siblings`}>{t('family.siblings')}</a>
        </p>
      ) : null}
    </Section>
  )
}
