import { useTranslation } from 'react-i18next'
import type { Sibling } from '#app/domain/billing/plan/siblings.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { Portrait } from '#app/ui/identity/account/Portrait.tsx'
import { SiblingPlace } from './SiblingPlace.tsx'

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
  /** Those who count as brothers and sisters, where there are several. */
  siblings: readonly Sibling[]
  /** How many more there are that the reader does not reach. */
  elsewhere: number
  may: { enrol: boolean; bill: boolean; register: boolean; join: boolean }
}

/** The children of a family with their classes, and what comes next for each of them. */
export function ChildrenSection({ parent_id, rows, siblings, elsewhere, may }: ChildrenSectionProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('family.children')}
      actions={
        <>
          {may.register ? (
            <LinkButton href={paths.student.newOf(parent_id)}>{t('student.new')}</LinkButton>
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
              <a href={paths.invoice.newFor(id)} aria-label={`${t('invoice.new')} ${name}`}>
                {t('invoice.new')}
              </a>
            ) : null}
          </p>
        </div>
      </div>
    </li>
  )
}
