import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { childForm } from '#app/domain/enrolment/applications/application.ts'
import { approveApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import { applicationChild, wishesOf } from '#app/domain/enrolment/applications/find-applications.ts'
import { paths } from '#app/paths.ts'
import { childAt, decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { type FieldOf, linesOf } from '#app/ui/core/form/control.ts'
import { DateField, FieldRow, Fieldset, HiddenField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** One child is taken in: with a seat or a place on the waiting list of each class, and from when. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
  title: 'application.approve',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const scope = await decidingScope(context, db)
  const row = await applicationChild(db, scope, keysOf(context), idOf(params, 'not_found.application'))
  const { id, name, version } = row
  return { id, name, version, wishes: await wishesOf(db, [id]), form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, childForm, async ({ trx, actor, context, today }, { subjects, version }) => {
    const scope = await decidingScope(context, trx)
    const which = { ...(await childAt(context, trx, scope, args.params)), version }
    const { names } = await approveApplication(trx, actor, scope, keysOf(context), which, today, subjects)
    return redirectWith(paths.application.view(which.id), 'application_approved', {
      ...{ count: names.length, names: names.join(', ') },
    })
  })

export default function ApproveChild() {
  const { id, name, version, wishes, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(childForm, useActionData<typeof action>(), {
    subjects: wishes.map(({ subject_id, wished_on, is_waiting }) => ({
      ...{ subject_id, starts_on: wished_on ?? undefined },
      place: is_waiting ? 'waiting' : 'seat',
    })),
    ...{ version, form_key },
  })
  return (
    <EditPage
      title={t('application.approve_of', { name })}
      back={{ label: name, href: paths.application.child(id) }}
      keep={t('application.back')}
      form={form}
      noun="application"
      submit={t('application.approve')}
    >
      <p className="quiet">{t('application.starts_hint')}</p>
      {linesOf(fields.subjects).map((seat, index) => {
        const wish = wishes[index]
        return wish ? <SeatFields key={wish.subject_id} wish={wish} fields={seat.getFieldset()} /> : null
      })}
      <HiddenField of={fields.version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

interface SeatFieldsProps {
  wish: { name: string; waitlist: boolean; is_waiting: boolean }
  fields: { subject_id: FieldOf; starts_on: FieldOf; place: FieldOf }
}

/** Fields for one class of a child: seat or waiting list, and first day. */
function SeatFields({ wish, fields: { subject_id, place, starts_on } }: SeatFieldsProps) {
  const { t } = useTranslation()
  const places = wish.waitlist || wish.is_waiting ? (['seat', 'waiting'] as const) : (['seat'] as const)
  return (
    <Fieldset legend={wish.name}>
      <HiddenField of={subject_id} />
      <FieldRow>
        <SelectField
          of={place}
          label={t('application.place')}
          blank={false}
          options={places.map((value) => ({ value, label: t(`application.places.${value}`) }))}
        />
        <DateField of={starts_on} label={t('enrolment.starts_on')} />
      </FieldRow>
    </Fieldset>
  )
}
