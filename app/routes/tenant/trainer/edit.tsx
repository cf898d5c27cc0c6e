import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { mayManage } from '#app/domain/people/staff/staff.ts'
import { editTrainer } from '#app/domain/people/trainers/change-trainer.ts'
import { trainer } from '#app/domain/people/trainers/find-trainers.ts'
import { mayReach, teachingForm, trainerForm } from '#app/domain/people/trainers/trainer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit, type Work } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Fieldset, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ReachFields } from '#app/ui/people/staff/StaffFields.tsx'
import { TeachingFields } from '#app/ui/people/trainer/TeachingFields.tsx'

export const handle = { access: 'trainer.edit', title: 'trainer.one' } satisfies Handle

/**
 * The trainer, and whether the reader may change how they are reached. Who may change no more than themself does it in
 * their profile, which asks for a proof before a contact changes.
 */
async function opened({ params, context }: Pick<LoaderFunctionArgs, 'params' | 'context'>) {
  const { actor } = context
  const scope = context.scope('trainer.edit')
  const row = await trainer(await context.read(), scope, idOf(params, 'not_found.trainer'))
  if (scope.scope === 'own') throw redirect(paths.profile.edit())
  if (!mayManage(actor.roles, row.roles)) throw new Refusal('staff.protected')
  return { row, contact: mayReach(actor, row), self: row.user_id === actor.id }
}

export async function loader(args: LoaderFunctionArgs) {
  const { row, contact, self } = await opened(args)
  const { id, name, phone, email, specialisation, qualification, version } = row
  return { row: { id, name, phone, email, specialisation, qualification, version }, contact, self }
}

export async function action(args: ActionFunctionArgs) {
  const { row, contact } = await opened(args)
  const save = async (
    { trx, actor, context }: Work,
    input: Parameters<typeof editTrainer>[5],
  ): Promise<Response> => {
    const name = await editTrainer(trx, actor, context.scope('trainer.edit'), keysOf(context), row.id, input)
    return redirectWith(paths.trainer.view(row.id), 'staff_saved', { name })
  }
  return contact ? submit(args, trainerForm, save) : submit(args, teachingForm, save)
}

export default function EditTrainer() {
  const { row, contact, self } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(trainerForm, useActionData<typeof action>(), row)
  return (
    <EditPage
      title={t('trainer.edit')}
      back={{ label: row.name, href: paths.trainer.view(row.id) }}
      form={form}
      noun="trainer"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('trainer.name'), value: row.name },
          { label: t('trainer.phone'), value: row.phone && formatPhone(row.phone) },
          { label: t('trainer.email'), value: row.email },
          { label: t('trainer.specialisation'), value: row.specialisation },
          { label: t('trainer.qualification'), value: row.qualification },
        ]}
        field={fields.version}
        version={row.version}
      />
      {contact ? (
        <Fieldset legend={t('staff.contact')} hint={t('staff.contact_hint')}>
          <TextField of={fields.name} label={t('trainer.name')} autoComplete="off" />
          <ReachFields fields={fields} />
        </Fieldset>
      ) : (
        <Notice>
          <p>
            {self ? (
              <a href={paths.profile.edit()}>{t('trainer.contact_own')}</a>
            ) : (
              t('trainer.contact_elsewhere')
            )}
          </p>
        </Notice>
      )}
      <TeachingFields fields={fields} />
    </EditPage>
  )
}
