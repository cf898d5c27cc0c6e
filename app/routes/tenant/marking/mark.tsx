import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { markingPage, trialStudent, trialStudents } from '#app/domain/classes/marking/find-marking.ts'
import { markForm } from '#app/domain/classes/marking/mark.ts'
import { countsOf } from '#app/domain/classes/marking/mark-session.ts'
import { saveMarking } from '#app/domain/classes/marking/save-marking.ts'
import { changeableUntil, mayChangeOn } from '#app/domain/classes/marking/window.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import marksOnPhone from '#app/scripts/marks-on-phone.js?url'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { pagePolicy } from '#app/server/http/headers.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { MarkingForm, type TypedLine } from '#app/ui/classes/marking/MarkingForm.tsx'
import { MarkingHead } from '#app/ui/classes/marking/MarkingHead.tsx'
import { MarksTable } from '#app/ui/classes/marking/MarksTable.tsx'
import { TrialSearch } from '#app/ui/classes/marking/TrialSearch.tsx'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** One session, one form: who was there. The only page with a script, which keeps marks while there is no network. */
export const handle = { access: 'attendance.edit', title: 'marking.title', marks: true } satisfies Handle

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

const search = z.object({
  q: z.string().trim().max(100).catch(''),
  trial: z.uuid().optional().catch(undefined),
})

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.attendance')
  const { q, trial } = search.parse(Object.fromEntries(new URL(request.url).searchParams))
  const db = await context.read()
  const students = context.can('student.view') ? context.scope('student.view') : undefined
  const [{ session, lines, shown_at }, added] = await Promise.all([
    markingPage(db, context.scope('attendance.edit'), id),
    trial && students ? trialStudent(db, students, trial) : undefined,
  ])
  const shown = lines.map(({ student_id }) => student_id)
  const { roles, id: user_id } = context.actor
  const mayChange = mayChangeOn(roles, session.held_on, context.today)
  const policy = pagePolicy(context.nonce, [], { scripts: true })
  return data(
    {
      ...{ session, lines, shown_at, q },
      trials: added && !shown.includes(added.student_id) ? [added] : [],
      found: q && students ? await trialStudents(db, students, q, shown) : null,
      form_key: newId(),
      user_id: user_id!,
      mayChange,
      isEarly: session.held_on > context.today,
      until: changeableUntil(roles, session.held_on),
      mayReopen: context.can('attendance.reopen') && mayChange,
    },
    { headers: { 'content-security-policy': policy } },
  )
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, markForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.attendance')
    const students = context.can('student.view') ? context.scope('student.view') : undefined
    const { lost, confirmed } = await saveMarking(
      trx,
      actor,
      context.scope('attendance.edit'),
      id,
      input,
      students,
    )
    const counts = await countsOf(trx, id)
    const here = paths.marking.mark(id)
    if (confirmed === 'changed') return redirectWith(here, 'marking_look_again', {}, 'notice')
    if (lost > 0) return redirectWith(here, 'marking_overruled', {}, 'notice')
    return redirectWith(here, confirmed ? 'marking_confirmed' : 'marking_saved', counts)
  })

export default function MarkSession() {
  const loaded = useLoaderData<typeof loader>()
  const { session, lines, trials, mayChange, isEarly, until, mayReopen, q, found } = loaded
  const result = useActionData<typeof action>()
  const [form] = useFormOf(markForm, result)
  const { t } = useTranslation()
  const { locale } = usePage()
  const isOpen = session.status === 'planned' || session.status === 'open'
  const isEmpty = lines.length === 0 && trials.length === 0
  return (
    <>
      <MarkingHead session={session} mayReopen={mayReopen} />
      {isOpen && !mayChange && (
        <Notice tone="warning">
          {isEarly
            ? t('refusal.marking.too_early', { on: formatDate(session.held_on, locale) })
            : t('refusal.marking.window', { on: formatDate(until ?? session.held_on, locale) })}
        </Notice>
      )}
      {isEmpty && <EmptyState title={t('marking.none')} hint={t('marking.none_hint')} />}
      {!isEmpty &&
        (isOpen && mayChange ? (
          <MarkingForm
            {...loaded}
            form={form}
            errors={result?.error ?? {}}
            typed={result?.initialValue as { marks?: TypedLine[]; topic?: string; note?: string } | undefined}
          />
        ) : (
          <MarksTable lines={lines} />
        ))}
      {isOpen && mayChange && (
        <>
          <form method="post" action={paths.marking.choose(session.id)} id="choose" />
          <TrialSearch session_id={session.id} q={q} found={found} />
          {!isEmpty && <script src={marksOnPhone} defer />}
        </>
      )}
    </>
  )
}
