import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/core/clock.ts'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { seesParents } from '#app/domain/people/parents/parent.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { type ChildCard, childCards } from '#app/domain/reporting/dashboards/children.ts'
import { paths } from '#app/paths.ts'
import { attendanceFor, type StudentAttendance } from '#app/server/attendance/attendance-for.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ChildAttendance } from '#app/ui/classes/attendance/AttendanceSection.tsx'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { ChildCards } from '#app/ui/reporting/dashboard/ChildCards.tsx'

export const handle = { access: 'student.view', title: 'student.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const list = await listPage(args, studentList)
  const children = list.family
    ? await childCards(await context.read(), context.scope('student.view'), currentTime(), context.locale)
    : null
  return {
    list,
    children,
    attendance:
      children &&
      (await attendanceFor(
        context,
        children.map(({ id }) => id),
      )),
    registers: context.can('application.create') && (await registrationIsOpen(await context.read())),
    mayRestore: context.can('student.remove'),
    byParent: seesParents(context.actor.roles),
  }
}

export default function Students() {
  const { list, children, attendance, registers, mayRestore, byParent } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  if (children) return <Children cards={children} attendance={attendance ?? []} registers={registers} />
  return (
    <ListPage
      {...list}
      open={(row) => paths.student.view(row.id)}
      add={{ label: t('student.new'), href: paths.student.new() }}
      actions={mayRestore ? <a href={paths.student.removed()}>{t('student.removed')}</a> : null}
      {...(byParent ? { searchHint: t('student.search_hint') } : {})}
      empty={{ title: t('student.empty'), hint: t('student.empty_hint') }}
    />
  )
}

/** A parent's children, and the pages that say more about them. */
interface ChildrenProps {
  cards: readonly ChildCard[]
  /** None where the organisation has no sessions. */
  attendance: readonly StudentAttendance[]
  registers: boolean
}

function Children({ cards, attendance, registers }: ChildrenProps) {
  const { t } = useTranslation()
  const register = { label: t('menu.register_child'), href: paths.register.start() }
  return (
    <>
      <PageHeader title={t('menu.children')} />
      <ChildCards
        cards={cards}
        more={(child) => {
          const of = attendance.find(({ student_id }) => student_id === child.id)
          return of && <ChildAttendance of={of} leave={child.status === 'active'} />
        }}
      />
      {cards.length === 0 && (
        <EmptyState title={t('yours.student.empty')} action={registers ? register : undefined} />
      )}
      <Section title={t('yours.more')}>
        <Entries
          items={[
            { title: t('yours.student_change.title'), href: paths.student_change.list() },
            { title: t('yours.student_discount.title'), href: paths.student_discount.list() },
            { title: t('yours.subject.title'), href: paths.subject.list() },
            { title: t('yours.trainer.title'), href: paths.trainer.list() },
            { title: t('yours.branch.title'), href: paths.branch.list() },
          ]}
        />
      </Section>
    </>
  )
}
