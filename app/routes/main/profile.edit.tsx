import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ownProfileForm } from '#app/domain/operators/forms.ts'
import { editOwnProfile } from '#app/domain/operators/profile.server.ts'
import { operator } from '#app/domain/operators/queries.server.ts'
import { localeName, locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { languageCookie } from '#app/server/cookies.ts'
import { ownAccount } from '#app/server/second-factor.ts'
import { submit } from '#app/server/submit.ts'
import type { Handle } from '#app/server/trees.ts'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/page/CurrentValues.tsx'
import { EditPage } from '#app/ui/page/EditPage.tsx'

export const handle = {
  access: 'admin.profile.edit',
  confirm: 'change',
  title: 'operator.edit_profile',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { row: await operator(await context.read(), ownAccount(context).actor.id) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, ownProfileForm, async ({ trx, context }, input) => {
    await editOwnProfile(trx, ownAccount(context).actor, input)
    const response = await redirectWith(paths.admin.profile(), 'profile_saved')
    // The language that was chosen here wins over what the switch remembers.
    response.headers.append('set-cookie', await languageCookie.serialize(input.locale))
    return response
  })

export default function EditProfile() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(ownProfileForm, useActionData<typeof action>(), row)
  return (
    <EditPage
      title={t('operator.edit_profile')}
      back={{ label: t('operator.profile'), href: paths.admin.profile() }}
      cancel={paths.admin.profile()}
      form={form}
      noun="operator"
    >
      <CurrentValues
        shown={form.errors?.includes('version_conflict') === true}
        items={[
          { label: t('operator.name'), value: row.name },
          { label: t('operator.email'), value: row.email },
          { label: t('operator.phone'), value: row.phone },
        ]}
        field={fields.version}
        version={row.version}
      />
      <TextField of={fields.name} label={t('operator.name')} autoComplete="name" />
      <TextField
        of={fields.email}
        label={t('operator.email')}
        hint={t('operator.email_hint')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField of={fields.phone} label={t('operator.phone')} type="tel" autoComplete="tel" width="medium" />
      <SelectField
        of={fields.locale}
        label={t('operator.locale')}
        blank={false}
        options={locales.map((value) => ({ value, label: localeName(value) }))}
      />
    </EditPage>
  )
}
