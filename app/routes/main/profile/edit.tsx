import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { editOwnProfile } from '#app/domain/platform/operators/change-operator.ts'
import { operator } from '#app/domain/platform/operators/find-operators.ts'
import { ownProfileForm } from '#app/domain/platform/operators/operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { rememberLanguage } from '#app/server/http/language-choice.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { OwnFields } from '#app/ui/identity/account/OwnFields.tsx'

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
    const waits = await editOwnProfile(trx, ownAccount(context).actor, input)
    const response = waits
      ? await redirectWith(paths.admin.profileContact(), 'contact_waiting', {}, 'notice')
      : await redirectWith(paths.admin.profile(), 'profile_saved')
    const remembered = await rememberLanguage({ locale: input.locale, from: 'account' })
    response.headers.append('set-cookie', remembered)
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
      form={form}
      noun="operator"
    >
      <OwnFields form={form} fields={fields} row={row} noun="operator" emailHint={t('operator.email_hint')} />
    </EditPage>
  )
}
