import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { changePassword, passwordForm, profileOf } from '#app/domain/identity/accounts/profile.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { sessionCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { confirmSession } from '#app/server/session/session.ts'
import { PasswordField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { NewPasswordFields } from '#app/ui/identity/account/NewPasswordFields.tsx'

/** The current password is the proof; who has none yet is asked for another before setting the first. */
export const handle = {
  access: { view: 'profile.view', change: 'profile.edit' },
  confirm: 'on-refusal',
  title: 'profile.choose_password.one',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { has_password } = await profileOf(await context.read(), context.actor.id!)
  return { has_password }
}

export const action = (args: ActionFunctionArgs) => {
  const { context } = args
  const { session, actor, site } = context
  return answerForm(
    args,
    passwordForm,
    async (input) => {
      if (session?.kind !== 'user') throw new Refusal('action_not_allowed')
      const token = await changePassword(context, input, {
        actor,
        session_id: session.id,
        confirmed: session.confirmed,
        about: site.side === 'tenant' ? [site.entity.name, site.entity.subdomain] : [],
        finish: (trx) => confirmSession(trx, session),
      })
      const response = await redirectWith(paths.profile.view(), 'password_changed')
      response.headers.append('set-cookie', sessionCookie(token))
      return response
    },
    { secrets: ['current_password', 'password', 'password_confirmation'] },
  )
}

export default function Password() {
  const { has_password } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(passwordForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t(has_password ? 'profile.choose_password.change' : 'profile.choose_password.set')}
      subtitle={t('profile.choose_password.text')}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      form={form}
      noun="profile"
    >
      {has_password && (
        <PasswordField
          of={fields.current_password}
          label={t('profile.current_password')}
          autoComplete="current-password"
          optional={false}
        />
      )}
      <NewPasswordFields of={fields} noun="profile" />
    </EditPage>
  )
}
