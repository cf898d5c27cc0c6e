import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { markedSession } from '#app/domain/classes/marking/find-marking.ts'
import { reopenForm } from '#app/domain/classes/marking/mark.ts'
import { reopenSession } from '#app/domain/classes/marking/mark-session.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useSessionTitle } from '#app/ui/classes/marking/session-title.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Opens a confirmed session again, with a reason. */
export const handle = { access: 'attendance.reopen', title: 'marking.reopen_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.attendance')
  return { session: await markedSession(await context.read(), context.scope('attendance.reopen'), id) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, reopenForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.attendance')
    await reopenSession(trx, actor, context.scope('attendance.reopen'), id, input)
    return redirectWith(paths.marking.mark(id), 'marking_reopened')
  })

export default function ReopenSession() {
  const { session } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const titleOf = useSessionTitle()
  const [form, fields] = useFormOf(reopenForm, useActionData<typeof action>())
  const back = { label: session.subject, href: paths.marking.mark(session.id) }
  const head = { title: t('marking.reopen_title'), subtitle: titleOf(session), back }
  if (session.status !== 'confirmed')
    return (
      <ViewPage {...head}>
        <Notice>
          <p>{t('refusal.marking.not_confirmed')}</p>
        </Notice>
      </ViewPage>
    )
  const confirmed = t('marking.confirmed_by', {
    name: session.confirmed_by,
    at: formatInstant(session.confirmed_at!, locale),
  })
  return (
    <EditPage {...head} form={form} noun="marking" submit={t('marking.reopen')} look="danger">
      <CurrentValues
        form={form}
        field={fields.version}
        version={session.version}
        items={[{ label: t('marking.mark'), value: confirmed }]}
      />
      <p>{confirmed}</p>
      <Notice tone="warning">
        <p>{t('marking.reopen_text')}</p>
      </Notice>
      <ReasonField of={fields.reason} words="marking.reason" />
    </EditPage>
  )
}
