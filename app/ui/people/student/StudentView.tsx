import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import {
  type StudentDiscountRow,
  studentDiscountColumns,
} from '#app/domain/people/student-discounts/student-discount.ts'
import type { StudentFor } from '#app/domain/people/students/find-students.ts'
import { ageOn, countryName } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { type Fact, Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface StudentActionsProps {
  row: { id: string; name: string; version: number }
  may: { edit: boolean; change: boolean; bill: boolean; remove: boolean }
}

/** The actions for a student. */
export function StudentActions({ row, may }: StudentActionsProps) {
  const { t } = useTranslation()
  const { id, name, version } = row
  return (
    <>
      {may.edit ? (
        <>
          <LinkButton href={paths.student.edit(id)} look="primary">
            {t('common.action.edit')}
          </LinkButton>
          <LinkButton href={paths.student.status(id)}>{t('student.change_status')}</LinkButton>
        </>
      ) : null}
      {may.change ? (
        <LinkButton href={paths.student_change.new(id)}>{t('student_change.new')}</LinkButton>
      ) : null}
      {may.bill ? (
        <LinkButton href={paths.invoice.new({ student_id: id })}>{t('invoice.new')}</LinkButton>
      ) : null}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('student.remove_question', { name })}
          action={paths.student.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version: String(version) }}
        />
      ) : null}
    </>
  )
}

/** What a reader sees of a student, except numbers, family, classes and health. */
export function studentFacts(
  { row, contact, tags }: StudentFor,
  t: TFunction,
  { locale, today, isFamily = false }: { locale: Locale; today: string; isFamily?: boolean },
): (Fact | false | null)[] {
  const date = (on: string | null) => on && formatDate(on, locale)
  const word = (group: string, value: string | null) => value && t(`student.${group}.${value}`)
  return [
    { label: t('student.branch_id'), value: row.branch },
    {
      label: t('student.born_on'),
      value: t('student.born_and_age', {
        date: formatDate(row.born_on, locale),
        age: ageOn(row.born_on, today),
      }),
    },
    { label: t('student.gender'), value: word('genders', row.gender) },
    {
      label: t('student.nationality'),
      value: countryName(row.nationality, locale) ?? t('student.other_nationality'),
    },
    { label: t('student.registered_on'), value: date(row.registered_on) },
    row.graduated_on !== null && { label: t('student.graduated_on'), value: date(row.graduated_on) },
    row.status_on !== null && { label: t('student.status_on'), value: date(row.status_on) },
    contact && { label: t('student.phone'), value: contact.phone && <Phone number={contact.phone} /> },
    contact && { label: t('student.email'), value: contact.email && <Email address={contact.email} /> },
    {
      label: t('student.highest_education'),
      value: word('highest_educations', row.highest_education),
    },
    contact && { label: t('student.previous_school'), value: contact.previous_school },
    { label: t('student.transport_type'), value: word('transport_types', row.transport_type) },
    { label: t('student.daycare'), value: word('daycares', row.daycare) },
    contact && { label: t('student.number_of_siblings'), value: contact.number_of_siblings },
    contact && { label: t('student.position_in_family'), value: contact.position_in_family },
    tags && { label: t('student.tags'), value: tags.join(', ') },
    !isFamily && { label: t('student.updated_at'), value: formatInstant(row.updated_at, locale) },
  ]
}

interface FamilySectionProps {
  student: { id: string }
  /** Without phone numbers when the reader is a parent of the family. */
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

/** A student's parents, with primary contact and payer. */
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
  /** How many more there are out of the reader's scope. */
  elsewhere: number
}

/** Siblings with the same payer. */
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

interface ChildRow {
  id: string
  name: string
  student_no: string
  born_on: string
  branch: string
  status: string
}

const childColumns = columnsOf<ChildRow>()(
  { key: 'name', label: 'student.name' },
  { key: 'student_no', label: 'student.student_no', kind: 'number' },
  { key: 'born_on', label: 'student.born_on', kind: 'date', room: 'table' },
  { key: 'branch', label: 'student.branch_id', room: 'wide' },
  { key: 'status', label: 'student.status', kind: 'status' },
)

/** A table of children. */
export function ChildTable({ caption, rows }: { caption: string; rows: readonly ChildRow[] }) {
  return (
    <Table
      caption={caption}
      columns={childColumns}
      rows={rows}
      open={({ id }) => paths.student.view(id)}
      brief
    />
  )
}

interface DiscountSectionProps {
  student: { id: string }
  discounts: readonly StudentDiscountRow[]
  may: { give: boolean; ask: boolean }
  /** The reader is a parent of the student. */
  isFamily: boolean
}

/** The current, past and requested discounts of a student. */
export function DiscountSection({ student, discounts, may, isFamily }: DiscountSectionProps) {
  const { t } = useTranslation()
  const word = may.give ? 'student_discount.new' : 'student_discount.ask'
  return (
    <Section
      title={t('student_discount.plural_short')}
      actions={
        may.give || may.ask ? (
          <LinkButton href={paths.student.discount(student.id)}>{t(word)}</LinkButton>
        ) : null
      }
    >
      {discounts.length > 0 ? (
        <Table
          caption={t('student_discount.plural_short')}
          columns={studentDiscountColumns}
          rows={discounts}
          open={({ id }) => paths.student_discount.view(id)}
          brief
        />
      ) : (
        <p className="quiet">
          {isFamily
            ? `${t('yours.student_discount.empty')}. ${t('yours.student_discount.hint')}`
            : t('student_discount.has_none')}
        </p>
      )}
    </Section>
  )
}
