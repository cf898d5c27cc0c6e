import { useTranslation } from 'react-i18next'
import type { Sibling } from '#app/domain/billing/plan/siblings.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Child {
  id: string
  name: string
  student_no: string
  branch: string
  status: string
  photo_file: string | null
  seats: readonly { id: string; subject: string; status: string }[]
}

interface ChildrenSectionProps {
  parent_id: string
  rows: readonly Child[]
  /** The children who count as siblings, if there are several. */
  siblings: readonly Sibling[]
  /** How many more there are out of the reader's scope. */
  elsewhere: number
  may: { enrol: boolean; bill: boolean; register: boolean; join: boolean }
}

/** The children of a family with their classes, and actions for each of them. */
export function ChildrenSection({ parent_id, rows, siblings, elsewhere, may }: ChildrenSectionProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('family.children')}
      actions={
        <>
          {may.register ? (
            <LinkButton href={paths.student.new({ parent: parent_id })}>{t('student.new')}</LinkButton>
          ) : null}
          {may.join ? <LinkButton href={paths.family.join(parent_id)}>{t('family.join')}</LinkButton> : null}
        </>
      }
    >
      {rows.length > 0 ? (
        <ul className="facts">
          {rows.map((child) => (
            <OneChild
              key={child.id}
              child={child}
              sibling={siblings.find(({ id }) => id === child.id)}
              may={may}
            />
          ))}
        </ul>
      ) : (
        <p className="quiet">{t('family.no_children')}</p>
      )}
      {elsewhere > 0 ? <p className="quiet">{t('family.elsewhere', { count: elsewhere })}</p> : null}
    </Section>
  )
}

interface OneChildProps {
  child: Child
  sibling: Sibling | undefined
  may: ChildrenSectionProps['may']
}

function OneChild({ child, sibling, may }: OneChildProps) {
  const { t } = useTranslation()
  const { id, name, student_no, branch, status, photo_file, seats } = child
  const active = status === 'active'
  return (
    <li>
      <div className="person">
        <Portrait of={{ name, picture: paths.student.picture(id, photo_file) }} />
        <div>
          <a href={paths.student.view(id)}>{unbroken(name)}</a> <StatusBadge status={status} />
          <p className="quiet small">{unbroken(`${student_no} · ${branch}`)}</p>
          {sibling ? <SiblingPlace of={sibling} /> : null}
          {seats.map((seat) => (
            <p key={seat.id} className="small">
              {unbroken(seat.subject)}{' '}
              {seat.status === 'active' ? null : <StatusBadge status={seat.status} />}
            </p>
          ))}
          <p className="actions small">
            {may.enrol && active ? (
              <a href={paths.student.enrol(id)} aria-label={`${t('enrolment.new')} ${name}`}>
                {t('enrolment.new')}
              </a>
            ) : null}
            {may.bill && active ? (
              <a href={paths.invoice.new({ student_id: id })} aria-label={`${t('invoice.new')} ${name}`}>
                {t('invoice.new')}
              </a>
            ) : null}
          </p>
        </div>
      </div>
    </li>
  )
}

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

/** The families joined to this one, and the rank of each child among all siblings. */
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

/** The rank of a child among its siblings, and why. */
function SiblingPlace({ of: sibling }: { of: Sibling }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { child, because, registered_on, born_on, student_no, fees_sen } = sibling
  const values = {
    ...{ registered: formatDate(registered_on, locale), born: formatDate(born_on, locale) },
    ...{ number: student_no, fees: formatRinggit(fees_sen) },
  }
  const place = child === null ? t('family.not_counted') : t('family.child', { child })
  const why = t(`family.because.${child === null ? 'not_seated' : because}`, values)
  return <p className="quiet small">{`${place}: ${why}`}</p>
}

interface StudentSiblingPlaceProps {
  student_id: string
  /** The siblings among whom the student counts, in their order. */
  group: readonly Sibling[]
  /** Whether a joined family is among them. */
  joined: boolean
  family_id: string | null
}

/** The rank of a student for sibling discounts, after whom and why; without amounts. */
export function StudentSiblingPlace({ student_id, group, joined, family_id }: StudentSiblingPlaceProps) {
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
