import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { AppliedDetails } from '#app/domain/enrolment/applications/deciding/similar.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  line: { reason: string | null; student_id: string | null }
  details: AppliedDetails
  /** What approval billed, for who may see it. */
  invoice: { id: string; number: string | null } | undefined
  wishes: readonly { name: string; starts_on: string | null; is_waiting: boolean; seat: string | null }[]
}

/** What a family answered about a child. */
export function ChildFacts({ line, details, wishes, invoice }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { nationality, identity_masked, birth_cert_masked, phone, email, previous_school } = details
  const classes = wishes.map(({ name, starts_on, is_waiting, seat }) => {
    const waits = seat ? seat === 'waitlisted' : is_waiting
    const named = waits ? t('application.waiting_for', { name }) : name
    return starts_on ? `${named} (${formatDate(starts_on, locale)})` : named
  })
  return (
    <Facts
      columns={2}
      items={[
        { label: t('student.born_on'), value: formatDate(details.born_on, locale) },
        { label: t('student.gender'), value: t(`student.genders.${details.gender}`) },
        { label: t('application.branch'), value: details.branch },
        { label: t('application.subjects'), value: classes.join(', '), wide: true },
        nationality !== null && {
          label: t('student.nationality'),
          value: countryName(nationality, locale) ?? t('student.other_nationality'),
        },
        identity_masked !== null && { label: t('student.identity_no'), value: identity_masked },
        birth_cert_masked !== null && { label: t('student.birth_cert_no'), value: birth_cert_masked },
        phone !== null && { label: t('student.phone'), value: phone && <Phone number={phone} /> },
        email !== null && { label: t('student.email'), value: email && <Email address={email} /> },
        previous_school !== null && { label: t('student.previous_school'), value: previous_school },
        line.student_id !== null && {
          label: t('application.known_as'),
          value: details.student_no,
          href: paths.student.view(line.student_id),
        },
        invoice !== undefined && {
          label: t('application.invoice'),
          value: invoice.number ?? t('common.status.draft'),
          href: paths.invoice.view(invoice.id),
        },
        line.reason !== null && {
          label: t('application.reason'),
          value: line.reason === 'withdrawn' ? t('application.taken_back') : line.reason,
          wide: true as const,
        },
      ]}
    />
  )
}
