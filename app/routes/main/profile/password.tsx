import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { proveByPassword } from '#app/domain/identity/accounts/sign-in.ts'
import { setNewPassword } from '#app/domain/platform/operators/change-operator.ts'
import { ownPasswordForm } from '#app/domain/platform/operators/operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endOperatorSessions } from '#app/server/session/session.ts'
import { submitNewPassword } from '#app/server/sign-in/new-password.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { PasswordField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { NewPasswordFields } from '#app/ui/identity/account/NewPasswordFields.tsx'

/** The current password is asked for here, so that nothing else needs to be confirmed. */
export const handle = { access: 'admin.profile.edit', title: 'operator.change_password' } satisfies Handle

export const action = (args: ActionFunctionArgs) => {
  const { actor, session } = ownAccount(args.context)
  return submitNewPassword(
    args,
    ownPasswordForm,
    async ({ current_password }) => {
      const { id, ip, user_agent } = actor
      const person = { kind: 'operator', id, ip, user_agent } as const
      await proveByPassword(args.context, person, current_password, 'current_password')
      return [session.name, session.email]
    },
    async ({ trx }, _input, password_hash) => {
      await setNewPassword(trx, actor, password_hash)
      await endOperatorSessions(trx, actor.id, { except: session.id })
      return redirectWith(paths.admin.profile(), 'password_changed')
    },
  )
}

export default function ChangePassword() {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(ownPasswordForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('operator.change_password')}
      back={{ label: t('operator.profile'), href: paths.admin.profile() }}
      form={form}
      noun="operator"
    >
      <PasswordField
        of={fields.current_password}
        label={t('operator.current_password')}
        autoComplete="current-password"
      />
      <NewPasswordFields of={fields} noun="operator" />
    </EditPage>
  )
}
