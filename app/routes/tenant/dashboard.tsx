import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { givingKinds } from '#app/domain/accounting/gifts/gift.ts'
import { teachingDay } from '#app/domain/classes/marking/home.ts'
import { changedSessions } from '#app/domain/classes/sessions/changed-sessions.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { openCount, tenantDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { termsToAgree } from '#app/domain/organisation/legal/agree.ts'
import { setUpChecklist } from '#app/domain/organisation/set-up/checklist.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { fewCreditsOf } from '#app/domain/platform/message-credits/few-credits.ts'
import { childCards } from '#app/domain/reporting/dashboards/children.ts'
import { classes } from '#app/domain/reporting/dashboards/dashboard.ts'
import { deadlines, subscriptionOf } from '#app/domain/reporting/dashboards/deadlines.ts'
import { family } from '#app/domain/reporting/dashboards/family.ts'
import { arrearsOf, figures, till } from '#app/domain/reporting/dashboards/figures.ts'
import {
  activeStudents,
  attendanceByWeek,
  sessionsToday,
  studentMoves,
} from '#app/domain/reporting/dashboards/people.ts'
import { undoableWork } from '#app/domain/reporting/dashboards/undoable.ts'
import { askedTasks } from '#app/domain/reporting/hand-overs/find-hand-overs.ts'
import { handOverNouns, handOvers } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { latestFor } from '#app/server/messages/composing.ts'
import { waysFor } from '#app/server/payments/ways.ts'
import { toDoCountsFor } from '#app/server/request/to-do-counts.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TeachingDay } from '#app/ui/classes/marking/TeachingDay.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ExceptionNotice } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'
import { LatestMessages } from '#app/ui/messaging/inbox/MessageRows.tsx'
import { TermsNotice } from '#app/ui/organisation/legal/TermsNotice.tsx'
import { SetUpChecklist } from '#app/ui/organisation/set-up/SetUpChecklist.tsx'
import { FewCreditsNotice } from '#app/ui/payments/reminder/FewCreditsNotice.tsx'
import { ClassBoard, CounterBoard, ToDoStrip, UndoList } from '#app/ui/reporting/dashboard/DashboardParts.tsx'
import { DeadlineList } from '#app/ui/reporting/dashboard/DeadlineList.tsx'
import { FamilyBoard } from '#app/ui/reporting/dashboard/FamilyBoard.tsx'
import { OfficeBoard } from '#app/ui/reporting/dashboard/OfficeBoard.tsx'

/** Each part has a permission of its own; who has several roles sees the parts of all of them. */
export const handle = { access: 'dashboard.view', title: 'menu.home' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { today, locale } = context
  const { id: entity_id, features } = tenantOf(context)
  const db = await context.read()
  const forWho = async <R,>(permission: Permission, part: (scope: RowScope) => Promise<R>) =>
    context.can(permission) ? part(context.scope(permission)) : null
  // What somebody teaches is on their Home, whatever else their roles reach.
  const teaches = context.actor.roles.some((role) => role === 'trainer' || role === 'class-assistant')
  const isStaff = context.can('dashboard.figures') || context.can('dashboard.classes')
  const marks = features.includes('attendance')
  const sees = {
    months: context.can('month.close'),
    subscription: context.can('subscription.view'),
    einvoice: context.can('einvoice_setting.view') && features.includes('einvoice'),
  }
  const [
    waiting,
    asked,
    undoable,
    office,
    counter,
    home,
    teaching,
    day,
    exceptions,
    credit,
    setUp,
    messages,
    moves,
    weeks,
    students,
    sessions,
    due,
    subscription,
    terms,
  ] = await Promise.all([
    toDoCountsFor(context),
    askedTasks(
      db,
      context.actor.id!,
      handOverNouns.filter((noun) => context.can(handOvers[noun].does)),
    ),
    undoableWork(db, {
      generation: context.can('generation.undo') ? context.scope('generation.undo') : undefined,
      import: context.can('import.run') ? context.scope('import.run') : undefined,
    }),
    forWho('dashboard.figures', (scope) => figures(db, scope, today)),
    forWho('dashboard.counter', async (scope) => ({
      till: await till(db, scope.user_id, today),
      arrears: await arrearsOf(db, scope, today),
    })),
    forWho('dashboard.family', async (scope) => {
      const [account, cards, changes, terms] = await Promise.all([
        family(db, scope, today),
        childCards(db, scope, currentTime(), locale),
        marks ? changedSessions(db, scope, today, locale) : [],
        onlineTerms(db),
      ])
      const gives = givingKinds.filter((kind) => features.includes(kind))
      return { ...account, cards, changes, gives, online: waysFor(context, terms).length > 0 }
    }),
    forWho('dashboard.classes', (scope) => classes(db, scope)),
    forWho('attendance.edit', async (scope) =>
      teaches ? teachingDay(db, scope, { roles: context.actor.roles, now: currentTime(), today }) : null,
    ),
    forWho('payment_exception.settle', (scope) => openCount(db, tenantDesk(scope))),
    forWho('subscription.view', () => fewCreditsOf(db, entity_id)),
    forWho('entity.edit', () => setUpChecklist(db, entity_id)),
    forWho('profile.view', () => latestFor(context)),
    isStaff ? forWho('student.view', (scope) => studentMoves(db, scope, today)) : null,
    isStaff && marks ? forWho('attendance.view', (scope) => attendanceByWeek(db, scope, today)) : null,
    context.can('dashboard.classes') ? forWho('student.view', (scope) => activeStudents(db, scope)) : null,
    marks && context.can('dashboard.classes')
      ? forWho('attendance.reopen', (scope) => sessionsToday(db, scope, today, locale))
      : null,
    Object.values(sees).includes(true) ? deadlines(db, { today, entity_id, sees }) : [],
    forWho('subscription.view', () => subscriptionOf(db, entity_id)),
    forWho('legal_paper.agree', () => termsToAgree(db, entity_id, today)),
  ])
  const slips = waiting.find(({ key }) => key === 'transfer_slip')
  return {
    today,
    waiting,
    asked,
    undoable,
    office: office && { ...office, moves, weeks },
    counter: counter && {
      ...counter,
      ...{ user_id: context.actor.id!, today, takes: context.can('payment.record') },
      slips: slips ? { count: slips.count, href: slips.href } : null,
    },
    home,
    teaching: teaching && { rows: teaching, students, today, sessions, moves, weeks },
    day,
    exceptions,
    credit,
    messages,
    terms,
    due: { rows: due, today, credit: subscription?.credit ?? null },
    setUp: setUp && !setUp.is_hidden ? { ...setUp, may_bank: context.can('bank.edit') } : null,
  }
}

export default function Dashboard() {
  const {
    today,
    waiting,
    asked,
    undoable,
    office,
    counter,
    home,
    teaching,
    day,
    exceptions,
    credit,
    setUp,
    messages,
    terms,
    due,
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader title={t('menu.home')} subtitle={formatDate(today, locale)} />
      {terms && <TermsNotice {...terms} />}
      {day && <TeachingDay {...day} />}
      {setUp && <SetUpChecklist {...setUp} />}
      {exceptions && <ExceptionNotice {...exceptions} href={paths.exception.list({ state: 'unsettled' })} />}
      <FewCreditsNotice credit={credit} maySee />
      {/* The notice says it already, and how many of them nobody has taken. */}
      <ToDoStrip items={waiting.filter(({ key }) => key !== 'exception')} asked={asked} />
      <UndoList rows={undoable} />
      {office && (
        <OfficeBoard {...office}>
          <DeadlineList {...due} />
        </OfficeBoard>
      )}
      {counter && !office && <CounterBoard {...counter} />}
      {home && <FamilyBoard {...home} />}
      {teaching && <ClassBoard {...teaching} />}
      <LatestMessages rows={messages} />
    </>
  )
}
