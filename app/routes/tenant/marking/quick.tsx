import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { markingPage } from '#app/domain/classes/marking/find-marking.ts'
import { quickForm } from '#app/domain/classes/marking/mark.ts'
import { countsOf } from '#app/domain/classes/marking/mark-session.ts'
import { saveRegister } from '#app/domain/classes/marking/save-register.ts'
import { mayChangeOn } from '#app/domain/classes/marking/window.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { MarksTable } from '#app/ui/classes/marking/MarksTable.tsx'
import { QuickForm } from '#app/ui/classes/marking/QuickForm.tsx'
import { useSessionTitle } from '#app/ui/classes/marking/session-title.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { newId } from '#db/id.ts'

/** A register on paper, entered from the keyboard: exceptions in one line, or a letter for each student. */
export const handle = {
  access: 'attendance.edit',
  title: 'marking.register.quick',
  marks: true,
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.attendance')
  const page = await markingPage(await context.read(), context.scope('attendance.edit'), id)
  const isOpen = page.session.status === 'planned' || page.session.status === 'open'
  const mayChange = isOpen && mayChangeOn(context.actor.roles, page.session.held_on, context.today)
  return { ...page, mayChange, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, quickForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.attendance')
    const { lost, confirmed } = await saveRegister(trx, actor, context.scope('attendance.edit'), id, input)
    const counts = await countsOf(trx, id)
    const here = paths.marking.mark(id)
    if (confirmed === 'changed') return redirectWith(here, 'marking_look_again', {}, 'notice')
    if (lost > 0) return redirectWith(here, 'marking_overruled', {}, 'notice')
    return redirectWith(here, confirmed ? 'marking_confirmed' : 'marking_saved', counts)
  })

export default function EnterFromPaper() {
  const loaded = useLoaderData<typeof loader>()
  const { session, lines, mayChange } = loaded
  const result = useActionData<typeof action>()
  const [form, fields] = useFormOf(quickForm, result)
  const { t } = useTranslation()
  const titleOf = useSessionTitle()
  return (
    <>
      <PageHeader
        title={session.subject}
        subtitle={`${t('marking.register.quick')} · ${titleOf(session)}`}
        back={{ label: t('marking.title'), href: paths.marking.mark(session.id) }}
      />
      {mayChange && lines.length > 0 ? (
        <QuickForm
          {...loaded}
          form={form}
          compact={fields.compact}
          typed={
            (result?.initialValue as { letters?: { student_id?: string; letter?: string }[] } | undefined)
              ?.letters
          }
        />
      ) : (
        <MarksTable lines={lines} />
      )}
    </>
  )
}
