import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { lastArrangementOf } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { siblingGroup } from '#app/domain/billing/plan/siblings.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { messageLineOf } from '#app/domain/messaging/inbox/family-messages.ts'
import { lastContactOf } from '#app/domain/payments/arrears/contacts.ts'
import { lastReminderOf } from '#app/domain/payments/reminders/find-reminders.ts'
import { filesOfFamily, joinedFamilies, notesOf } from '#app/domain/people/families/change-family.ts'
import {
  adultsOf,
  childrenOfFamily,
  familyHead,
  lastChangesOf,
  lastPaymentsOf,
  openInvoicesOf,
  seatsOf,
} from '#app/domain/people/families/find-families.ts'
import { familyBalance } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ChildrenSection, SiblingsSection } from '#app/ui/billing/sibling/Siblings.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { MessagesLine } from '#app/ui/messaging/inbox/MessagesLine.tsx'
import { BalanceFigures, OpenSection, PaymentsSection } from '#app/ui/people/family/FamilyAccount.tsx'
import { ArrangementLine, ContactLine, ReminderLine } from '#app/ui/people/family/FamilyContacts.tsx'
import {
  AdultsSection,
  ChangesSection,
  FilesSection,
  NotesSection,
} from '#app/ui/people/family/FamilyRecords.tsx'
import { newId } from '#db/id.ts'

/** Where a clerk works: a family with its people, its account, and what is known of it. */
export const handle = { access: 'family.view', title: 'family.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, today } = context
  const scope = context.scope('family.view')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const head = await familyHead(db, scope, id)
  if (head.payer_id) throw redirect(paths.family.view(head.payer_id))
  const children = await childrenOfFamily(db, scope, id)
  const students = children.rows.map((child) => child.id)
  const adults = await adultsOf(db, id, students)
  const parents = adults.map((adult) => adult.id)
  const [
    seats,
    money,
    open,
    payments,
    siblings,
    joined,
    reminders,
    contact,
    arrangement,
    messages,
    notes,
    files,
    changes,
  ] = await Promise.all([
    seatsOf(db, scope, students),
    familyBalance(db, scope, id),
    openInvoicesOf(db, scope, id, today),
    lastPaymentsOf(db, scope, id),
    siblingGroup(db, scope, students, today),
    joinedFamilies(db, id),
    can('reminder.view') ? lastReminderOf(db, id, today) : null,
    can('family.contact') ? lastContactOf(db, id, today) : null,
    can('arrangement.view') ? lastArrangementOf(db, scope, id, today) : null,
    messageLineOf(db, id),
    can('family.note') ? notesOf(db, parents) : null,
    can('family.file') ? filesOfFamily(db, parents) : null,
    can('audit.view') ? lastChangesOf(db, { parents, students }) : null,
  ])
  const { name, family_code, status } = head
  return {
    ...{ head: { id, name, family_code, status }, adults, money, open, payments, notes, files, changes },
    ...{ siblings, joined, reminders, contact, arrangement, messages },
    children: {
      elsewhere: children.elsewhere,
      rows: children.rows.map((child) => ({
        ...child,
        seats: seats.filter(({ student_id }) => student_id === child.id),
      })),
    },
    // What a bank is busy with may be paid already.
    payable: open
      .filter((row) => row.status !== 'pending')
      .slice(0, mostPaidAtOnce)
      .map((row) => row.id),
    partly: scope.scope !== 'all' && children.elsewhere > 0,
    form_key: newId(),
    may: {
      take: can('payment.record'),
      enrol: can('enrolment.create'),
      bill: can('invoice.create'),
      register: can('student.create') && status === 'active',
      join: can('family.join'),
      contact: can('family.contact'),
      arrange: can('arrangement.request'),
      refund: can('credit_refund.request'),
      removeFile: can('family.file_remove'),
      copy: can('parent.remove'),
    },
  }
}

export default function ViewFamily() {
  const told = useLoaderData<typeof loader>()
  const { head, children, adults, money, open, payments, notes, files, changes, may } = told
  const { t } = useTranslation()
  return (
    <ViewPage
      title={t('family.of', { name: head.name })}
      subtitle={`${t('parent.family_code')} ${head.family_code}`}
      back={{ label: t('family.find'), href: paths.family.find() }}
      status={<StatusBadge status={head.status} />}
      actions={
        <>
          {may.take && told.payable.length > 0 ? (
            <LinkButton href={paths.family.payAll(head.id, told.payable)} look="primary">
              {t('family.take')}
            </LinkButton>
          ) : null}
          {may.take ? <LinkButton href={paths.counter.take(head.id)}>{t('counter.title')}</LinkButton> : null}
          <LinkButton href={paths.family.statement(head.id)}>{t('statement.one')}</LinkButton>
          {may.copy ? (
            <LinkButton href={paths.family_archive.office(head.id)}>{t('archive.family.title')}</LinkButton>
          ) : null}
          {may.take && told.payable.length > 0 && money.credit_sen > money.reserved_sen ? (
            <LinkButton href={paths.family.spendCredit(head.id)}>{t('family_credit.spend')}</LinkButton>
          ) : null}
          {may.refund && money.credit_sen > money.reserved_sen ? (
            <LinkButton href={paths.credit_refund.new(head.id)}>{t('credit_refund.new_short')}</LinkButton>
          ) : null}
        </>
      }
    >
      <BalanceFigures {...money} partly={told.partly} family_code={head.family_code} />
      {told.reminders ? <ReminderLine parent_id={head.id} {...told.reminders} /> : null}
      {may.contact ? <ContactLine parent_id={head.id} last={told.contact} /> : null}
      <MessagesLine parent_id={head.id} {...told.messages} />
      <ArrangementLine
        parent_id={head.id}
        family_code={head.family_code}
        last={told.arrangement}
        mayPropose={may.arrange && told.payable.length > 0}
      />
      <OpenSection parent_id={head.id} rows={open} mayTake={may.take} />
      <ChildrenSection parent_id={head.id} {...children} siblings={told.siblings} may={may} />
      <SiblingsSection
        rows={told.siblings.filter(({ id }) => children.rows.every((child) => child.id !== id))}
        joined={told.joined}
        mayJoin={may.join}
      />
      <AdultsSection rows={adults} />
      <PaymentsSection rows={payments} />
      {notes ? <NotesSection parent_id={head.id} rows={notes} form_key={told.form_key} /> : null}
      {files ? <FilesSection parent_id={head.id} rows={files} mayRemove={may.removeFile} /> : null}
      {changes ? <ChangesSection rows={changes} /> : null}
    </ViewPage>
  )
}
