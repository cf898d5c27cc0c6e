import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import { createTrainer } from '#app/domain/people/trainers/change-trainer.ts'
import { newTrainerForm } from '#app/domain/people/trainers/trainer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Fieldset, HiddenField, LocaleField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { StaffFields } from '#app/ui/people/staff/StaffFields.tsx'
import { isTeaching, TeachingFields } from '#app/ui/people/trainer/TeachingFields.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'trainer.create', title: 'trainer.new' } satisfies Handle

/** Who may do it for their own branches only is offered those. */
export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [branches, departments] = await Promise.all([
    branchOptions(db, undefined, context.scope('trainer.create')),
    departmentOptions(db),
  ])
  return {
    branches,
    departments,
    locale: context.site.side === 'tenant' ? context.site.entity.default_locale : context.locale,
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, newTrainerForm, async ({ trx, actor, context }, input) => {
    const id = await createTrainer(trx, actor, context.scope('trainer.create'), keysOf(context), input)
    const { name, email } = input
    return email
      ? redirectWith(paths.trainer.view(id), 'staff_invited', { name, email })
      : redirectWith(paths.trainer.view(id), 'staff_created', { name })
  })

export default function NewTrainer() {
  const { branches, departments, locale, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(newTrainerForm, useActionData<typeof action>(), {
    identity_type: 'nric',
    locale,
    form_key,
    branch_ids: branches.length === 1 ? branches.map(({ id }) => id) : [],
  })
  return (
    <EditPage
      title={t('trainer.new')}
      back={{ label: t('trainer.plural'), href: paths.trainer.list() }}
      form={form}
      noun="staff"
      nameOf={(field) => (isTeaching(field) ? t(`trainer.${field}`) : undefined)}
      submit={t('staff.create')}
    >
      <StaffFields fields={fields} branches={branches} departments={departments} today={today} />
      <TeachingFields fields={fields} />
      <Fieldset legend={t('staff.account')} hint={t('staff.account_hint')}>
        <LocaleField of={fields.locale} label={t('staff.locale')} />
      </Fieldset>
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
