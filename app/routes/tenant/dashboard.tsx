import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#app/domain/access.ts'
import type { RowScope } from '#app/domain/actor.ts'
import { onlineTerms } from '#app/domain/attempts/online-terms.server.ts'
import { classes } from '#app/domain/dashboard/classes.server.ts'
import { family } from '#app/domain/dashboard/family.server.ts'
import { arrearsOf, figures, till } from '#app/domain/dashboard/figures.server.ts'
import { formatDate } from '#app/domain/dates.ts'
import { openCount, tenantDesk } from '#app/domain/exceptions/find-exceptions.server.ts'
import { fewCreditsOf } from '#app/domain/subscriptions/message-credits/credits.server.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { waysFor } from '#app/server/payments/ways.ts'
import { waitingFor } from '#app/server/request/waiting.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassBoard } from '#app/ui/dashboard/ClassBoard.tsx'
import { CounterBoard } from '#app/ui/dashboard/CounterBoard.tsx'
import { FamilyBoard } from '#app/ui/dashboard/FamilyBoard.tsx'
import { OfficeBoard } from '#app/ui/dashboard/OfficeBoard.tsx'
import { StudentSearch } from '#app/ui/dashboard/StudentSearch.tsx'
import { ToDoStrip } from '#app/ui/dashboard/ToDoStrip.tsx'
import { ExceptionNotice } from '#app/ui/exception/ExceptionNotice.tsx'
import { FamilySearch } from '#app/ui/family/FamilySearch.tsx'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { usePage } from '#app/ui/page-context.tsx'
import { FewCreditsNotice } from '#app/ui/reminder/FewCreditsNotice.tsx'

/** Each part has a permission of its own; who has several roles sees the parts of all of them. */
export const handle = { access: 'dashboard.view', title: 'menu.dashboard' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { today } = context
  const db = await context.read()
  const forWho = async <R,>(permission: Permission, part: (scope: RowScope) => Promise<R>) =>
    context.can(permission) ? part(context.scope(permission)) : null
  const [waiting, office, counter, home, teaching, exceptions, credit] = await Promise.all([
    waitingFor(context),
    forWho('dashboard.figures', (scope) => figures(db, scope, today)),
    forWho('dashboard.counter', async (scope) => ({
      till: await till(db, scope.user_id, today),
      arrears: await arrearsOf(db, scope, today),
    })),
    forWho('dashboard.family', async (scope) => ({
      ...(await family(db, scope, today)),
      online: waysFor(context, await onlineTerms(db)).length > 0,
    })),
    forWho('dashboard.classes', (scope) => classes(db, scope)),
    forWho('payment_exception.settle', (scope) => openCount(db, tenantDesk(scope))),
    forWho('subscription.view', () => fewCreditsOf(db, tenantOf(context).id)),
  ])
  return {
    today,
    waiting,
    office,
    counter,
    home,
    teaching,
    exceptions,
    credit,
    mayBill: context.can('invoice.create'),
    mayFind: context.can('family.view'),
  }
}

export default function Dashboard() {
  const { today, waiting, office, counter, home, teaching, exceptions, credit, mayBill, mayFind } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader title={t('menu.dashboard')} subtitle={formatDate(today, locale)} />
      {(mayFind || mayBill) && (
        <div className="row">
          {mayFind && <FamilySearch />}
          {mayBill && <StudentSearch />}
        </div>
      )}
      {exceptions && <ExceptionNotice {...exceptions} href={paths.exception.list('unsettled')} />}
      <FewCreditsNotice credit={credit} maySee />
      {/* The notice says it already, and how many of them nobody has taken. */}
      <ToDoStrip items={waiting.filter(({ key }) => key !== 'exception')} />
      {office && <OfficeBoard {...office} />}
      {counter && !office && <CounterBoard {...counter} />}
      {home && <FamilyBoard {...home} />}
      {teaching && <ClassBoard {...teaching} />}
    </>
  )
}
