import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceLink } from '#app/domain/billing/invoices/find-invoices.ts'
import { applicationChild, wishesOf } from '#app/domain/enrolment/applications/find-applications.ts'
import { detailsOf, isSettled, likenesses } from '#app/domain/enrolment/applications/similar.ts'
import { paths } from '#app/paths.ts'
import { mayDecide } from '#app/server/applications/deciding.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { ChildFacts, SimilarChildren } from '#app/ui/enrolment/application/ChildView.tsx'

/** One child of an application: what was answered, and who on file is like it. */
export const handle = { access: 'application.view', title: 'application.student' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor, can } = context
  const keys = keysOf(context)
  const db = await context.read()
  const scope = context.scope('application.view')
  const row = await applicationChild(db, scope, keys, idOf(params, 'not_found.application'))
  const { id, application_id, number, version, name, status, reason, student_id, twin_reason, answers } = row
  const isOpen = status === 'pending' && scope.scope !== 'own'
  const students = can('student.view') ? context.scope('student.view') : undefined
  const [wishes, details, found, decides, invoice] = await Promise.all([
    wishesOf(db, [id]),
    detailsOf(db, actor.roles, row),
    isOpen ? likenesses(db, students, keys, row) : [],
    mayDecide(context, db),
    row.invoice_id && can('invoice.view')
      ? invoiceLink(db, context.scope('invoice.view'), row.invoice_id)
      : undefined,
  ])
  return {
    line: { id, application_id, number, version, name, status, reason, student_id, twin_reason },
    ...{ details, wishes, found, invoice },
    may: {
      decide: isOpen && decides,
      approve: isOpen && decides && isSettled(found, twin_reason),
      edit: isOpen && can('application.edit') && answers !== null,
    },
  }
}

export default function ApplicationChild() {
  const { line, details, wishes, found, invoice, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ViewPage
      title={line.name}
      back={{ label: line.number, href: paths.application.view(line.application_id) }}
      status={<StatusBadge status={line.status} />}
      actions={
        <>
          {may.approve ? (
            <LinkButton href={paths.application.approveChild(line.id)} look="primary">
              {t('application.approve')}
            </LinkButton>
          ) : null}
          {may.decide ? (
            <LinkButton href={paths.application.rejectChild(line.id)}>{t('application.reject')}</LinkButton>
          ) : null}
          {may.edit ? <a href={paths.application.editChild(line.id)}>{t('common.action.edit')}</a> : null}
        </>
      }
    >
      <ChildFacts line={line} details={details} wishes={wishes} invoice={invoice} />
      {found.length > 0 ? (
        <SimilarChildren line={line} applied={details} found={found} mayDecide={may.decide} />
      ) : null}
    </ViewPage>
  )
}
