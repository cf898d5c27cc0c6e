import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { cancelSession } from '#app/domain/classes/sessions/change-session.ts'
import { classSession } from '#app/domain/classes/sessions/find-sessions.ts'
import { cancelForm } from '#app/domain/classes/sessions/session.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useTimes } from '#app/ui/classes/session/times.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Cancels one session, with the reason that families read. */
export const handle = { access: 'attendance.edit', title: 'class_session.cancel' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.class_session')
  const scope = context.scope('attendance.edit')
  return { row: await classSession(await context.read(), scope, id, context.locale) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.class_session')
    const scope = context.scope('attendance.edit')
    const { name, held_on } = await cancelSession(trx, actor, scope, id, input, today)
    const date = formatDate(held_on, context.locale)
    return redirectWith(paths.class_session.view(id), 'session_cancelled', { name, date })
  })

export default function CancelSession() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  const [form, fields] = useFormOf(cancelForm, useActionData<typeof action>())
  const date = formatDate(row.held_on, locale)
  return (
    <EditPage
      title={t('class_session.cancel_of', { name: row.subject, date })}
      back={{ label: row.subject, href: paths.class_session.view(row.id) }}
      form={form}
      noun="class_session"
      keep={t('class_session.cancel_keep')}
      submit={t('class_session.cancel_confirm')}
      look="danger"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('class_session.status'), value: <StatusBadge status={row.status} /> }]}
        field={fields.version}
        version={row.version}
      />
      <Facts
        items={[
          { label: t('class_session.held_on'), value: date },
          { label: t('class_session.time'), value: times(row) },
          { label: t('class_session.trainer'), value: row.trainer },
          { label: t('class_session.students'), value: String(row.students) },
        ]}
      />
      <Notice tone="warning">
        <p>{t('class_session.cancel_text')}</p>
      </Notice>
      <ReasonField of={fields.reason} words="class_session.cancel_reason" />
    </EditPage>
  )
}
