import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sql } from 'kysely'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { addSession } from '#app/domain/classes/sessions/change-session.ts'
import { classSession, roomsOf, trainersFor } from '#app/domain/classes/sessions/find-sessions.ts'
import { addedKinds, addForm } from '#app/domain/classes/sessions/session.ts'
import type { Warnings } from '#app/domain/classes/sessions/session-clashes.ts'
import { formatClocks, formatDate, isPlainDate } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PlacementFields } from '#app/ui/classes/session/PlacementFields.tsx'
import { useTimes } from '#app/ui/classes/session/times.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { HiddenField, Options, optionsOf, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** An extra or a make-up session: which class it is for, then when, where and by whom. */
export const handle = { access: 'attendance.create', title: 'class_session.new' } satisfies Handle

/** Classes to choose from; more are reached by their own pages. */
const mostChoices = 500

const uuid = z.uuid().optional().catch(undefined)
/** `subject_id`: of this class; `replaces`: in place of this cancelled session; `day`: on this day. */
const asked = z.object({
  subject_id: uuid,
  replaces: uuid,
  day: z.string().refine(isPlainDate).optional().catch(undefined),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { subject_id, replaces, day } = asked.parse(Object.fromEntries(new URL(request.url).searchParams))
  const scope = context.scope('attendance.create')
  const db = await context.read()
  const replaced = replaces ? await classSession(db, scope, replaces, context.locale) : null
  const chosen = replaced?.subject_id ?? subject_id
  if (!chosen) return { chosen: null, day: day ?? null, choices: await classesToChoose(context) }
  const subject = await subjectsIn(db, scope)
    .leftJoin('subject_trainer as main', (join) =>
      join.onRef('main.subject_id', '=', 'subject.id').on('main.duty', '=', 'main'),
    )
    .select(['subject.id', 'subject.name', 'subject.branch_id', 'main.user_id as main_trainer_id'])
    .where('subject.id', '=', chosen)
    .executeTakeFirst()
  if (!subject) throw new Refusal('not_found.subject')
  const trainers = await trainersFor(db, scope, subject.id)
  return {
    chosen: subject,
    replaced,
    trainers,
    rooms: await roomsOf(db, subject.branch_id),
    form_key: newId(),
    day: day ?? context.today,
  }
}

async function classesToChoose(context: RequestContext) {
  const db = await context.read()
  return subjectsIn(db, context.scope('attendance.create'))
    .select(['subject.id', sql<string>`subject.name || ' (' || subject.code || ')'`.as('name')])
    .where('subject.status', '=', 'active')
    .orderBy('subject.name')
    .orderBy('subject.code')
    .limit(mostChoices)
    .execute()
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, addForm, async ({ trx, actor, context, today }, input) => {
    const { id, name } = await addSession(trx, actor, context.scope('attendance.create'), input, today)
    const { locale } = context
    return redirectWith(paths.class_session.view(id), 'session_added', {
      ...{ name, date: formatDate(input.held_on, locale) },
      times: formatClocks(input.starts, input.ends, locale),
    })
  })

export default function NewSession() {
  const loaded = useLoaderData<typeof loader>()
  return loaded.chosen === null ? <ChooseClass {...loaded} /> : <NewOfClass {...loaded} />
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function ChooseClass({ choices, day }: Extract<Loaded, { chosen: null }>) {
  const { t } = useTranslation()
  const back = { label: t('class_session.calendar'), href: paths.class_session.calendar() }
  return (
    <ViewPage title={t('class_session.new')} back={back}>
      {choices.length === 0 ? (
        <EmptyState title={t('class_session.no_class')} />
      ) : (
        <form method="get" className="fields">
          <div className="field">
            <label htmlFor="subject_id">{t('class_session.choose_class')}</label>
            {choices.length === mostChoices && (
              <p className="hint">
                {t('class_session.choose_more', { most: mostChoices })}{' '}
                <a href={paths.subject.list()}>{t('subject.plural')}</a>
              </p>
            )}
            <select id="subject_id" name="subject_id" required>
              <Options options={optionsOf(choices)} />
            </select>
          </div>
          {day && <input type="hidden" name="day" value={day} />}
          <div className="actions">
            <SubmitButton>{t('class_session.continue')}</SubmitButton>
          </div>
        </form>
      )}
    </ViewPage>
  )
}

function NewOfClass({ chosen, replaced, trainers, rooms, form_key, day }: Exclude<Loaded, { chosen: null }>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(addForm, answer, {
    ...(replaced
      ? { starts: replaced.starts, ends: replaced.ends, room: replaced.room, topic: replaced.topic }
      : {}),
    trainer_user_id: trainers.some(({ id }) => id === chosen.main_trainer_id) ? chosen.main_trainer_id : null,
    ...{ held_on: day, kind: replaced ? 'makeup' : 'extra' },
  })
  const [warnings] = foundBy<Warnings>(answer)
  return (
    <EditPage
      title={t('class_session.new_of', { name: chosen.name })}
      back={
        replaced
          ? { label: replaced.subject, href: paths.class_session.view(replaced.id) }
          : { label: t('class_session.calendar'), href: paths.class_session.calendar({ day }) }
      }
      form={form}
      noun="class_session"
    >
      <HiddenField of={fields.form_key} value={fields.form_key.initialValue ?? form_key} />
      <HiddenField of={fields.subject_id} value={chosen.id} />
      {replaced ? (
        <>
          <HiddenField of={fields.replaces_id} value={replaced.id} />
          <HiddenField of={fields.kind} value="makeup" />
          <Notice>
            <p>
              {t('class_session.replaces_text', {
                date: formatDate(replaced.held_on, locale),
                time: times(replaced),
              })}
            </p>
          </Notice>
        </>
      ) : (
        <RadioGroup
          of={fields.kind}
          label={t('class_session.kind')}
          hint={t('class_session.kind_hint')}
          options={addedKinds.map((kind) => ({ value: kind, label: t(`class_session.kinds.${kind}`) }))}
        />
      )}
      <PlacementFields {...{ fields, trainers, rooms, warnings }} />
    </EditPage>
  )
}
