import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { comparedChange, wantedNumbers } from '#app/domain/people/student-changes/find-student-changes.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ChangeTable } from '#app/ui/people/student/ChangeTable.tsx'

export const handle = { access: 'student_change.view', title: 'student_change.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const scope = context.scope('student_change.view')
  const id = idOf(params, 'not_found.student_change')
  const db = await context.read()
  const { row: found, student, changes, compared } = await comparedChange(db, scope, keysOf(context), id)
  const { requested_by, changes_sealed: _, decider, ...row } = found
  const numbers = wantedNumbers(student, changes)
  const open = row.status === 'requested'
  const isParent = await isOwnFamily(db, actor, { type: 'student_change', ids: [id] })
  const office = can('student.edit')
  return {
    row,
    student_version: student.version,
    compared,
    // A family hears from the office, not from a person.
    decider: office ? decider : null,
    may: {
      decide: open && !isParent && office,
      withdraw: open && isOwnRequest(actor, { requested_by }) && can('student.request_change'),
      reveal: can('identity.reveal') && Boolean(numbers.identity_no || numbers.birth_cert_no),
    },
  }
}

export default function ViewStudentChange() {
  const { row, student_version, compared, decider, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const open = row.status === 'requested'
  return (
    <ViewPage
      title={t('student_change.one')}
      subtitle={row.student}
      back={{ label: t('student_change.plural'), href: paths.student_change.list() }}
      status={<StatusBadge status={row.status} />}
    >
      {open && (
        <WaitsNotice
          noun="student_change"
          id={row.id}
          may={may}
          fields={{ version: String(student_version) }}
        />
      )}
      <Facts
        columns={2}
        items={[
          {
            label: t('student_change.student'),
            value: <a href={paths.student.view(row.student_id)}>{`${row.student} · ${row.student_no}`}</a>,
          },
          { label: t('student.branch_id'), value: row.branch },
          { label: t('student_change.requester'), value: row.requester },
          { label: t('student_change.requested_at'), value: formatInstant(row.requested_at, locale) },
          { label: t('student_change.reason'), value: row.reason, wide: true },
          decider !== null && { label: t('student_change.decider'), value: decider },
          row.decided_at !== null && {
            label: t('student_change.decided_at'),
            value: formatInstant(row.decided_at, locale),
          },
          row.decision_reason !== null && {
            label: t('student_change.decision_reason'),
            value: row.decision_reason,
            wide: true,
          },
        ]}
      />
      <Section title={t('student_change.compared')}>
        <ChangeTable compared={compared} open={open} />
        {may.reveal && (
          <PostButton action={paths.student_change.reveal(row.id)} look="link">
            {t('student.reveal')}
          </PostButton>
        )}
      </Section>
    </ViewPage>
  )
}
