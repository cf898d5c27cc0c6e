import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { siblingGroup } from '#app/domain/billing/plan/siblings.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { enrolmentsOf } from '#app/domain/people/enrolments/find-enrolments.ts'
import { joinedFamilies } from '#app/domain/people/families/change-family.ts'
import { openChange } from '#app/domain/people/student-changes/find-student-changes.ts'
import { discountsOf } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { familyOf, siblingsOf } from '#app/domain/people/students/family.ts'
import { healthOf, studentFor, studentRow } from '#app/domain/people/students/find-students.ts'
import { healthDetail } from '#app/domain/people/students/student.ts'
import { openInvoicesOf } from '#app/domain/reporting/dashboards/family.ts'
import { paths } from '#app/paths.ts'
import { attendanceFor } from '#app/server/attendance/attendance-for.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StudentSiblingPlace } from '#app/ui/billing/sibling/Siblings.tsx'
import { AttendanceSection } from '#app/ui/classes/attendance/AttendanceSection.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { OpenChangeNotice } from '#app/ui/people/student/ChangeTable.tsx'
import { ClassSection } from '#app/ui/people/student/ClassSection.tsx'
import { HealthSection } from '#app/ui/people/student/Health.tsx'
import {
  DiscountSection,
  FamilySection,
  SiblingSection,
  StudentActions,
  studentFacts,
} from '#app/ui/people/student/StudentView.tsx'
import { UnconfirmedName } from '#app/ui/people/student/UnconfirmedName.tsx'
import { OpenInvoices } from '#app/ui/reporting/dashboard/ChildCards.tsx'

export const handle = { access: 'student.view', title: 'student.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor, today } = context
  const scope = context.scope('student.view')
  const id = idOf(params, 'not_found.student')
  const db = await context.read()
  const isFamily = scope.scope === 'own'
  const row = await studentRow(db, scope, keysOf(context), id)
  const [classes, siblings, health, family, discounts, place, waits, attendance] = await Promise.all([
    can('enrolment.view')
      ? enrolmentsOf(db, context.scope('enrolment.view'), id, { today, locale: context.locale })
      : [],
    siblingsOf(db, scope, id),
    healthDetail(actor.roles) === 'known' ? healthOf(db, context.scope('health.view'), id) : null,
    familyFor(context, id),
    can('student_discount.view') ? discountsOf(db, context.scope('student_discount.view'), id) : null,
    can('family.view') ? siblingGroupOf(context, id) : null,
    can('student_change.view') ? openChange(db, context.scope('student_change.view'), id) : null,
    attendanceFor(context, [id]),
  ])
  const active = row.status === 'active'
  const unconfirmed = can('student.edit') && !row.name_confirmed
  return {
    told: studentFor(actor.roles, row),
    isFamily,
    open: isFamily ? await openInvoicesOf(db, scope, id, today) : [],
    unconfirmed,
    ownFamily: unconfirmed && (await isOwnFamily(db, actor, { type: 'student', ids: [id] })),
    classes,
    siblings,
    place,
    waits,
    family,
    attendance: attendance?.[0] ?? null,
    discounts:
      discounts?.map(({ id, discount, value, starts_on, ends_on, status }) => ({
        ...{ id, discount, value, starts_on, ends_on, status },
      })) ?? null,
    health: health && { health_conditions: health.health_conditions, allergies: health.allergies },
    logged: healthDetail(actor.roles) === 'logged',
    today,
    may: {
      edit: can('student.edit'),
      change: can('student.request_change') && !waits,
      family: can('family.view'),
      bill: can('invoice.create') && active,
      remove: can('student.remove'),
      reveal: can('identity.reveal'),
      health: can('health.edit'),
      enrol: can('enrolment.create') && active,
      pause: can('enrolment.edit'),
      end: can('enrolment.remove'),
      price: can('enrolment_fee.edit'),
      give: can('student_discount.create') && active,
      ask: can('student_discount.request') && active,
      leave: can('leave.request') && active,
    },
  }
}

/** Among whom a student counts as brother or sister, for the office: families that were joined count together. */
async function siblingGroupOf(context: RequestContext, id: string) {
  const db = await context.read()
  const group = await siblingGroup(db, context.scope('family.view'), [id], context.today)
  if (group.length === 0) return null
  const payer = (await familyOf(db, id)).find(({ is_payer }) => is_payer)
  const joined = payer ? await joinedFamilies(db, payer.id) : []
  return {
    // What a family pays is told on its own page.
    group: group.map((one) => ({ ...one, fees_sen: 0 })),
    ...{ joined: joined.length > 0, family_id: payer?.id ?? null },
  }
}

/** The parents as far as the reader knows of them: a parent of the family by name alone, who teaches not at all. */
async function familyFor(context: RequestContext, id: string) {
  if (!context.can('parent.view')) return null
  const rows = await familyOf(await context.read(), id)
  const own = context.scope('parent.view').scope === 'own'
  return rows.map(({ id, name, phone, relationship, is_primary, is_payer }) => ({
    ...{ id, name, relationship, is_primary, is_payer },
    ...(own ? {} : { phone }),
  }))
}

export default function ViewStudent() {
  const {
    told,
    isFamily,
    open,
    unconfirmed,
    ownFamily,
    classes,
    siblings,
    place,
    waits,
    family,
    discounts,
    health,
    attendance,
    logged,
    today,
    may,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { row, identity } = told
  return (
    <ViewPage
      title={row.name}
      subtitle={row.student_no}
      back={{ label: t(isFamily ? 'menu.children' : 'student.plural'), href: paths.student.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          <StudentActions row={row} may={may} />
          {isFamily && row.status === 'active' && (
            <LinkButton href={paths.ask({ about: 'leave', child: row.id })}>
              {t('ask.title.leave')}
            </LinkButton>
          )}
        </>
      }
    >
      {waits ? <OpenChangeNotice id={waits} /> : null}
      {unconfirmed ? <UnconfirmedName edit={paths.student.edit(row.id)} own={ownFamily} /> : null}
      {row.photo_file || may.edit ? (
        <div className="person">
          <Portrait of={{ name: row.name, picture: paths.student.picture(row.id, row.photo_file) }} large />
          {may.edit ? (
            <a href={paths.student.photo(row.id)}>
              {t(row.photo_file ? 'student.photo_change' : 'student.photo_add')}
            </a>
          ) : null}
        </div>
      ) : null}
      {open.length > 0 && (
        <Section title={t('yours.open')}>
          <OpenInvoices rows={open} />
        </Section>
      )}
      <Facts
        columns={2}
        items={[
          ...studentFacts(told, t, { locale, today, isFamily }),
          identity !== null &&
            identity.identity_type !== 'birth_cert' && {
              label: t(`student.identity_types.${identity.identity_type}`),
              value: identity.identity_masked,
            },
          identity && {
            label: t('student.birth_cert_no'),
            value: identity.birth_cert_masked,
          },
        ]}
      />
      {identity && may.reveal && (identity.identity_masked || identity.birth_cert_masked) ? (
        <PostButton action={paths.student.reveal(row.id)} look="link">
          {t('student.reveal')}
        </PostButton>
      ) : null}
      <ClassSection student={row} classes={classes} may={may} />
      {attendance ? <AttendanceSection of={attendance} leave={may.leave} /> : null}
      {discounts ? (
        <DiscountSection student={row} discounts={discounts} may={may} isFamily={isFamily} />
      ) : null}
      {family ? (
        <FamilySection student={row} family={family} mayEdit={may.edit} mayFind={may.family} />
      ) : null}
      {!isFamily && <SiblingSection {...siblings} />}
      {place ? <StudentSiblingPlace student_id={row.id} {...place} /> : null}
      <HealthSection student={row} health={health} logged={logged} mayEdit={may.health} />
    </ViewPage>
  )
}
