import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { moveSession } from '#app/domain/classes/sessions/change-session.ts'
import { classSession, roomsOf, trainersFor } from '#app/domain/classes/sessions/find-sessions.ts'
import { moveForm } from '#app/domain/classes/sessions/session.ts'
import type { Warnings } from '#app/domain/classes/sessions/session-clashes.ts'
import { formatClocks, formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PlacementFields } from '#app/ui/classes/session/PlacementFields.tsx'
import { useTimes } from '#app/ui/classes/session/times.ts'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Another day, time, room or trainer for one session, and what it is about. */
export const handle = { access: 'attendance.edit', title: 'class_session.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('attendance.edit')
  const db = await context.read()
  const row = await classSession(db, scope, idOf(params, 'not_found.class_session'), context.locale)
  const [trainers, rooms] = await Promise.all([
    trainersFor(db, scope, row.subject_id, row.trainer_user_id),
    roomsOf(db, row.branch_id),
  ])
  return { row, trainers, rooms }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, moveForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.class_session')
    const { name, moved } = await moveSession(trx, actor, context.scope('attendance.edit'), id, input, today)
    const { locale } = context
    const values = {
      ...{ name, date: formatDate(input.held_on, locale) },
      times: formatClocks(input.starts, input.ends, locale),
    }
    return redirectWith(paths.class_session.view(id), moved ? 'session_moved' : 'session_saved', values)
  })

export default function EditSession() {
  const { row, trainers, rooms } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(moveForm, answer, row)
  const [warnings] = foundBy<Warnings>(answer)
  return (
    <EditPage
      title={t('class_session.edit_of', { name: row.subject })}
      subtitle={`${formatDate(row.held_on, locale)}, ${times(row)}`}
      back={{ label: row.subject, href: paths.class_session.view(row.id) }}
      form={form}
      noun="class_session"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('class_session.held_on'), value: formatDate(row.held_on, locale) },
          { label: t('class_session.time'), value: times(row) },
          { label: t('class_session.room'), value: row.room },
          { label: t('class_session.trainer'), value: row.trainer },
          { label: t('class_session.topic'), value: row.topic },
          { label: t('class_session.note'), value: row.note },
        ]}
        field={fields.version}
        version={row.version}
      />
      <PlacementFields {...{ fields, trainers, rooms, warnings }} />
    </EditPage>
  )
}
