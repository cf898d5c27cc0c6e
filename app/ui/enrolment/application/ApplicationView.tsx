import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { ApplicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { type Words, wordsIn } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

interface ApplicationActionsProps {
  row: {
    id: string
    version: number
    students: readonly { is_alike: boolean; status: string }[]
    parents: readonly { asks: string | null }[]
  }
  form_key: string
  may: { decide: boolean; withdraw: boolean; fee: boolean }
}

/** Buttons for the whole application. */
export function ApplicationActions({ row, form_key, may }: ApplicationActionsProps) {
  const { t } = useTranslation()
  const { id, version, students, parents } = row
  // Likenesses must be decided first.
  const isAlike =
    students.some(({ is_alike, status }) => is_alike && status === 'pending') ||
    parents.some(({ asks }) => asks)
  const isAlone = students.filter(({ status }) => status === 'pending').length === 1
  return (
    <>
      {may.decide && !isAlike ? (
        <PostButton
          action={paths.application.approve(id)}
          look="primary"
          fields={{ version: String(version), form_key }}
        >
          {t(isAlone ? 'application.approve' : 'application.approve_all')}
        </PostButton>
      ) : null}
      {may.decide ? (
        <LinkButton href={paths.application.reject(id)}>
          {t(isAlone ? 'application.reject' : 'application.reject_all')}
        </LinkButton>
      ) : null}
      {may.fee ? (
        <LinkButton href={paths.application.fee(id)}>{t('application.fee_receive')}</LinkButton>
      ) : null}
      {may.withdraw ? (
        <ConfirmButton
          label={t('application.withdraw')}
          text={t('application.withdraw_text')}
          action={paths.application.withdraw(id)}
          confirm={t('application.withdraw_confirm')}
        />
      ) : null}
    </>
  )
}

interface ApplicationParentsProps {
  rows: ApplicationRow['parents']
  application: { id: string; version: number }
  may: { edit: boolean; parents: boolean; decide: boolean }
}

/** The parents, and the parents on file whom approval will match. */
export function ApplicationParents({ rows, application, may }: ApplicationParentsProps) {
  const { t } = useTranslation()
  return rows.map(({ id, name, relationship, phone, email, occupation, identity, on_file, ...row }) => (
    <Section
      key={id}
      title={name}
      actions={may.edit ? <a href={paths.application.editParent(id)}>{t('common.action.edit')}</a> : null}
    >
      <SameFamily row={{ name, on_file, ...row }} application={application} may={may} />
      <Facts
        columns={2}
        items={[
          { label: t('parent.relationship'), value: t(`parent.relationships.${relationship}`) },
          { label: t('parent.phone'), value: phone && <Phone number={phone} /> },
          { label: t('parent.email'), value: email && <Email address={email} /> },
          { label: t('parent.occupation'), value: occupation },
          identity && {
            label: t(`parent.identity_types.${identity.identity_type}`),
            value: identity.identity_no,
          },
          may.parents && {
            label: t('application.known_as'),
            value: on_file
              ? on_file.name + (on_file.by ? ` (${t(`application.by.${on_file.by}`)})` : '')
              : t('application.new_here'),
            href: on_file && paths.parent.view(on_file.id),
          },
        ]}
      />
    </Section>
  ))
}

interface SameFamilyProps {
  row: Pick<ApplicationRow['parents'][number], 'name' | 'place' | 'on_file' | 'asks' | 'is_phone_proven'>
  application: { id: string; version: number }
  may: { parents: boolean; decide: boolean }
}

/** The question whether a parent is the one on file who has the same phone or e-mail address, with its two answers. */
function SameFamily({ row, application, may }: SameFamilyProps) {
  const { t } = useTranslation()
  const { name, place, on_file, asks, is_phone_proven } = row
  if (!asks || !on_file) return null
  const known = may.parents ? on_file.name : t('application.same_family.somebody')
  const isProven = asks === 'phone' && is_phone_proven
  const text = isProven ? 'phone_proven' : asks === 'phone' ? 'phone' : 'email'
  const fields = {
    ...{ place: String(place), parent_id: on_file.id, version: String(application.version) },
  }
  return (
    <Notice tone="warning" title={t('application.same_family.title')}>
      <p>{t(`application.same_family.${text}`, { name, known })}</p>
      {may.decide ? (
        <>
          {isProven ? <p>{t('application.same_family.loses', { known })}</p> : null}
          <div className="actions">
            {(['same', 'another'] as const).map((answer) => (
              <PostButton
                key={answer}
                action={paths.application.sameFamily(application.id)}
                fields={{ ...fields, answer }}
              >
                {t(`application.same_family.${answer}`)}
              </PostButton>
            ))}
          </div>
        </>
      ) : null}
    </Notice>
  )
}

type Child = Omit<ApplicationRow['students'][number], 'decided_at'>

const columns = columnsOf<Child & { classes: string; hint: string; told: string }>()(
  { key: 'name', label: 'application.student' },
  { key: 'born_on', label: 'student.born_on', kind: 'date' },
  { key: 'classes', label: 'application.subjects' },
  { key: 'branch', label: 'application.branch' },
  { key: 'hint', label: 'application.known_as' },
  { key: 'told', label: 'application.reason' },
  { key: 'status', label: 'application.status', kind: 'status' },
)

interface ApplicationStudentsProps {
  rows: readonly Child[]
}

/** The children with requested classes and decisions. */
export function ApplicationStudents({ rows }: ApplicationStudentsProps) {
  const { t } = useTranslation()
  const told = rows.map((row) => ({
    ...row,
    classes: row.subjects
      .map(({ name, seat, is_waiting }) =>
        (seat ? seat === 'waitlisted' : is_waiting) ? t('application.waiting_for', { name }) : name,
      )
      .join(', '),
    hint: hintOf(row),
    told: row.reason && row.status === 'rejected' ? reasonOf(row.reason) : '',
  }))
  return (
    <TableSection
      title={t('application.students')}
      columns={told.some((row) => row.told) ? columns : columns.filter(({ key }) => key !== 'told')}
      rows={told}
      cells={{ name: nameOf }}
    />
  )

  function nameOf(row: Child) {
    return row.is_reached ? <a href={paths.application.child(row.id)}>{row.name}</a> : row.name
  }

  function hintOf({ status, student_no, is_alike, is_existing }: Child) {
    if (status === 'approved') return student_no ?? ''
    if (is_alike) return t('application.alikes.student')
    if (student_no) return t(is_existing ? 'application.on_file_as' : 'application.linked_to', { student_no })
    return t('application.new_here')
  }

  function reasonOf(reason: string) {
    return reason === 'withdrawn' ? t('application.taken_back') : reason
  }
}

interface ApplicationInvoicesProps {
  rows: readonly { child: string; id: string; number: string | null }[]
}

/** The invoices made on approval, each with its child. */
export function ApplicationInvoices({ rows }: ApplicationInvoicesProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <Section title={t('application.first_invoice')}>
      <Entries
        items={rows.map(({ id, number, child }) => ({
          title: number ?? t('application.invoice_draft'),
          href: paths.invoice.view(id),
          meta: child,
        }))}
      />
    </Section>
  )
}

interface ApplicationPapersProps {
  papers: ApplicationRow['documents']
  answers: ApplicationRow['answers']
}

/** Uploaded documents, and answers to the organisation's own questions. */
export function ApplicationPapers({ papers, answers }: ApplicationPapersProps) {
  const { t, i18n } = useTranslation()
  const said = (words: Words) => wordsIn(words, i18n.language)
  return (
    <>
      {papers.length > 0 ? (
        <Section title={t('application.documents')}>
          <ul>
            {papers.map(({ id, kind, question, child, name }) => (
              <li key={id}>
                {[question ? said(question) : t(`application.document_kinds.${kind}`), child]
                  .filter(Boolean)
                  .join(', ')}
                {': '}
                <a href={paths.application.document(id)}>{name}</a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {answers.length > 0 ? (
        <Section title={t('application.answers')}>
          <Facts
            items={answers.map(({ label, child, answer }) => ({
              label: child ? `${said(label)} (${child})` : said(label),
              value: typeof answer === 'string' ? answer : said(answer),
            }))}
          />
        </Section>
      ) : null}
    </>
  )
}
