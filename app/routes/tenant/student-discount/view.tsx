import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { studentDiscount } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { isRenewable } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { requestFacts } from '#app/ui/core/four-eyes/request-facts.ts'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'

export const handle = { access: 'student_discount.view', title: 'student_discount.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const id = idOf(params, 'not_found.student_discount')
  const scope = context.scope('student_discount.view')
  const row = await studentDiscount(await context.read(), scope, id)
  const { student_id, student, discount_id, discount, value, starts_on, ends_on, status } = row
  const { reason, document, requester, requested_at, decider, decided_at, decision_reason } = row
  const open = status === 'requested'
  const isOwn = isOwnRequest(actor, row)
  return {
    row: { id, student_id, student, discount_id, discount, value, starts_on, ends_on, status },
    // A family is told what its child has, and not what was said about it.
    office:
      scope.scope === 'own'
        ? null
        : { reason, document, requester, requested_at, decider, decided_at, decision_reason },
    renews_id: row.renews_id,
    renewed_by_id: scope.scope === 'own' ? null : row.renewed_by_id,
    may: {
      see: can('discount.view'),
      decide: open && !isOwn && can('student_discount.approve'),
      withdraw: open && isOwn,
      end: status === 'approved' && can('student_discount.remove'),
      again:
        status === 'ended' &&
        scope.scope !== 'own' &&
        can('student.view') &&
        (can('student_discount.create') || can('student_discount.request')),
      renew:
        isRenewable(row) &&
        row.renewed_by_id === null &&
        (can('student_discount.create') || can('student_discount.request')),
    },
  }
}

export default function ViewStudentDiscount() {
  const { row, office, may, renews_id, renewed_by_id } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const day = (on: string | null) => on && formatDate(on, locale)
  return (
    <ViewPage
      title={row.discount}
      subtitle={row.student}
      back={{ label: t('student_discount.plural'), href: paths.student_discount.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.renew ? (
            <LinkButton href={paths.student_discount.renew(row.id)} look="primary">
              {t('student_discount.renew')}
            </LinkButton>
          ) : null}
          {may.end ? (
            <LinkButton href={paths.student_discount.end(row.id)} look="danger">
              {t('student_discount.end')}
            </LinkButton>
          ) : null}
        </>
      }
    >
      {row.status === 'requested' && <WaitsNotice noun="student_discount" id={row.id} may={may} />}
      <Facts
        columns={2}
        items={[
          {
            label: t('student_discount.student_id'),
            value: <a href={paths.student.view(row.student_id)}>{row.student}</a>,
          },
          {
            label: t('student_discount.discount_id'),
            value: may.see ? <a href={paths.discount.view(row.discount_id)}>{row.discount}</a> : row.discount,
          },
          { label: t('student_discount.value'), value: row.value },
          { label: t('student_discount.starts_on'), value: day(row.starts_on) },
          { label: t('student_discount.ends_on'), value: day(row.ends_on) },
          renews_id !== null && {
            label: t('student_discount.renews'),
            value: <a href={paths.student_discount.view(renews_id)}>{row.discount}</a>,
          },
          renewed_by_id !== null && {
            label: t('student_discount.renewed_by'),
            value: <a href={paths.student_discount.view(renewed_by_id)}>{row.discount}</a>,
          },
          ...(office
            ? [
                { label: t('student_discount.reason'), value: office.reason },
                { label: t('student_discount.document'), value: office.document },
                ...requestFacts('student_discount', office, t, locale),
              ]
            : []),
        ]}
      />
      {may.again && <WayBack of="student_discount" href={paths.student.discount(row.student_id)} />}
    </ViewPage>
  )
}
