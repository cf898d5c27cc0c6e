import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { AppliedDetails, Likeness } from '#app/domain/enrolment/applications/similar.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface ChildFactsProps {
  line: { reason: string | null; student_id: string | null }
  details: AppliedDetails
  /** The invoice issued on approval, if the reader may see it. */
  invoice: { id: string; number: string | null } | undefined
  wishes: readonly { name: string; starts_on: string | null; is_waiting: boolean; seat: string | null }[]
}

/** The answers about a child. */
export function ChildFacts({ line, details, wishes, invoice }: ChildFactsProps) {
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

interface SimilarChildrenProps {
  line: { id: string; version: number; twin_reason: string | null }
  applied: AppliedDetails
  found: readonly Likeness[]
  mayDecide: boolean
}

/** Students who resemble the child, compared side by side, with buttons to decide. */
export function SimilarChildren({ line, applied, found, mayDecide }: SimilarChildrenProps) {
  const { t } = useTranslation()
  const isSame = found.some(({ same }) => same !== 'twin')
  return (
    <>
      <Notice tone="warning" title={t('application.alikes.student')}>
        <p>
          {t(isSame ? 'application.same_number' : 'application.same_name')}
          {mayDecide && !isSame ? ` ${t('application.say_which')}` : null}
        </p>
        {line.twin_reason && !isSame ? (
          <p>{t('application.told_apart', { reason: line.twin_reason })}</p>
        ) : null}
      </Notice>
      {found.map(({ same, branch, row }) => (
        <Section
          key={row?.id ?? branch}
          title={row ? `${row.name} · ${row.student_no}` : t('student.twin_elsewhere')}
          actions={row ? <a href={paths.student.view(row.id)}>{t('student.one')}</a> : null}
        >
          {row ? <ComparedChild applied={applied} same={same} row={row} /> : <p>{branch}</p>}
          {row && mayDecide ? (
            <div className="actions">
              <PostButton
                action={paths.application.same(line.id)}
                look="primary"
                fields={{ student_id: row.id, version: String(line.version) }}
              >
                {t('application.is_same')}
              </PostButton>
            </div>
          ) : null}
        </Section>
      ))}
      {mayDecide && !isSame ? (
        <form method="post" action={paths.application.another(line.id)} className="fields section" noValidate>
          <div className="field">
            <label htmlFor="twin_reason">{t('student.twin_reason')}</label>
            <textarea
              id="twin_reason"
              name="twin_reason"
              rows={2}
              maxLength={300}
              defaultValue={line.twin_reason ?? ''}
            />
          </div>
          <input type="hidden" name="version" value={line.version} readOnly />
          <div className="actions">
            <button type="submit">{t('application.is_another')}</button>
          </div>
        </form>
      ) : null}
    </>
  )
}

interface Line {
  field: string
  applied: string
  on_file: string
  verdict: string
}

const columns = columnsOf<Line>()(
  { key: 'field', label: 'student.twin_field' },
  { key: 'applied', label: 'application.applied' },
  { key: 'on_file', label: 'application.on_file' },
  { key: 'verdict', label: 'application.verdict' },
)

interface ComparedChildProps {
  applied: AppliedDetails
  row: NonNullable<Likeness['row']>
  same: Likeness['same']
}

/** Compares the child with a student field by field; fields empty on both sides are left out. */
function ComparedChild({ applied, row, same }: ComparedChildProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const day = (on: string) => formatDate(on, locale)
  const country = (code: string | null) =>
    code ? (countryName(code, locale) ?? t('student.other_nationality')) : ''
  const gender = (value: string) => t(`student.genders.${value}`)
  // Numbers are masked, so equality cannot be read off the shown text.
  const isSameCert = same === 'identity_no' ? null : same === 'birth_cert_no'
  const rows = [
    compared('student.name', applied.name, row.name),
    compared('student.born_on', day(applied.born_on), day(row.born_on)),
    compared('student.gender', gender(applied.gender), gender(row.gender)),
    compared('student.identity_no', applied.identity_masked, row.identity_masked, same === 'identity_no'),
    compared('student.birth_cert_no', applied.birth_cert_masked, row.birth_cert_masked, isSameCert),
    compared('student.nationality', country(applied.nationality), country(row.nationality)),
    compared('student.parents', applied.parents, row.parents),
    compared('student.branch_id', applied.branch, row.branch),
    compared('student.phone', phone(applied.phone), phone(row.phone)),
    compared('student.email', applied.email, row.email),
    compared('student.previous_school', applied.previous_school, row.previous_school),
    compared('student.status', '', t(`common.status.${row.status}`)),
  ]
  return (
    <Table
      caption={t('application.alikes.student')}
      columns={columns}
      rowKey={({ field }) => field}
      rows={rows.filter((line) => line.applied || line.on_file)}
    />
  )

  /** `isEqual`: given where the shown texts do not tell; null: unknown. */
  function compared(
    label: string,
    one: string | null,
    other: string | null,
    isEqual: boolean | null = plain(one) === plain(other),
  ): Line {
    const key = !one || !other || isEqual === null ? '' : isEqual ? 'equal' : 'different'
    const verdict = key && t(`application.verdicts.${key}`)
    return { field: t(label), applied: one ?? '', on_file: other ?? '', verdict }
  }
}

const phone = (number: string | null) => number && formatPhone(number)
/** Normalises a name for comparison. */
const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/[\s\p{P}]/gu, '')
