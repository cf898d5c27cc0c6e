import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { states } from '#app/domain/core/contact/address.ts'
import { paperLimit, paperTypes } from '#app/domain/core/fields.ts'
import { zakatType } from '#app/domain/giving/donation-types/zakat-types.ts'
import { appointmentForm } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { paths } from '#app/paths.ts'
import { keepLetter } from '#app/server/donations/letters.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, FieldRow, FileField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** The letter of an authority, laid before the operator. */
export const handle = { access: 'zakat_type.edit', title: 'zakat_appointment.new' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.zakat_type')
  const { name } = await zakatType(await context.read(), context.scope('zakat_type.edit'), id)
  return { id, name }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    appointmentForm,
    async (input) => {
      const id = idOf(args.params, 'not_found.zakat_type')
      const name = await keepLetter(args.context, id, input)
      return redirectWith(paths.zakat_type.view(id), 'zakat_appointment_asked', { name })
    },
    { secrets: ['letter'] },
  )

export default function NewAuthority() {
  const { id, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(appointmentForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('zakat_appointment.new')}
      subtitle={name}
      back={{ label: name, href: paths.zakat_type.view(id) }}
      form={form}
      noun="zakat_appointment"
      submit={t('zakat_appointment.ask')}
      multipart
    >
      <p>{t('zakat_appointment.new_text')}</p>
      <TextField
        of={fields.authority}
        label={t('zakat_appointment.authority')}
        hint={t('zakat_appointment.authority_hint')}
      />
      <SelectField
        of={fields.state}
        label={t('zakat_appointment.state')}
        options={states.map((state) => ({ value: state, label: state }))}
      />
      <TextField
        of={fields.appointment_no}
        label={t('zakat_appointment.appointment_no')}
        autoComplete="off"
      />
      <FieldRow>
        <DateField of={fields.valid_from} label={t('zakat_appointment.valid_from')} />
        <DateField of={fields.valid_to} label={t('zakat_appointment.valid_to')} />
      </FieldRow>
      <FileField
        of={fields.letter}
        label={t('zakat_appointment.letter')}
        hint={t('zakat_appointment.letter_hint', { most: paperLimit.bytes / 1_000_000 })}
        accept={paperTypes}
        optional={false}
      />
    </EditPage>
  )
}
