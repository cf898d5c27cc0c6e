import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mayWithdraw } from '#app/domain/classes/leave/change-leave.ts'
import { leaveRow } from '#app/domain/classes/leave/find-leave.ts'
import { formatDate, formatDays, formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'attendance.view', title: 'leave_request.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.leave_request')
  const row = await leaveRow(await context.read(), context.scope('attendance.view'), id, context.today)
  return {
    row,
    withdraws:
      context.can('leave.request') && mayWithdraw(context.scope('leave.request'), row, context.today),
  }
}

export default function ViewLeave() {
  const { row, withdraws } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('leave_request.new_for', { name: row.student })}
      subtitle={formatDays(row.starts_on, row.ends_on, locale)}
      back={{ label: t('leave_request.plural'), href: paths.leave_request.list() }}
      status={<StatusBadge status={row.state} words="leave_request.states" />}
      actions={
        withdraws && (
          <ConfirmButton
            label={t('leave_request.withdraw')}
            text={t('leave_request.withdraw_question')}
            action={paths.leave_request.withdraw(row.id)}
            confirm={t('leave_request.withdraw')}
          />
        )
      }
    >
      <Facts
        items={[
          {
            label: t('leave_request.student'),
            value: <a href={paths.student.view(row.student_id)}>{row.student}</a>,
          },
          { label: t('leave_request.starts_on'), value: formatDate(row.starts_on, locale) },
          { label: t('leave_request.ends_on'), value: formatDate(row.ends_on, locale) },
          { label: t('leave_request.reason'), value: row.reason },
          { label: t('leave_request.requester'), value: row.requester },
          { label: t('leave_request.requested_at'), value: formatInstant(row.requested_at, locale) },
          row.withdrawn_at !== null && {
            label: t('leave_request.withdrawn_at'),
            value: formatInstant(row.withdrawn_at, locale),
          },
          row.withdrawer !== null && { label: t('leave_request.withdrawer'), value: row.withdrawer },
        ]}
      />
      {row.content_type !== null && (
        <Section title={t('leave_request.file')}>
          {row.content_type === 'image/jpeg' ? (
            <a href={paths.leave_request.file(row.id)}>
              <img
                className="paper-picture"
                src={paths.leave_request.picture(row.id)}
                alt={t('leave_request.file')}
              />
            </a>
          ) : (
            <a href={paths.leave_request.file(row.id)}>{t('leave_request.open')}</a>
          )}
        </Section>
      )}
    </ViewPage>
  )
}
