import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { acceptInvitation, invitationOf, invitedBy } from '#app/domain/platform/operators/change-operator.ts'
import { invitationForm } from '#app/domain/platform/operators/operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { submitNewPassword } from '#app/server/sign-in/new-password.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { LinkRefused } from '#app/ui/core/page/MessagePage.tsx'
import { NewPasswordFields } from '#app/ui/identity/account/NewPasswordFields.tsx'

/** Where an operator's invitation leads: a password of one's own, and from there to signing in. */
export const handle = { access: 'guest', title: 'operator.welcome', look: 'public' } satisfies Handle

export const headers = unlisted

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await invitationOf(await context.read(), tokenOf(request))
  if (typeof found === 'string') return data({ problem: found, name: '', email: '' }, { status: 401 })
  return data({ problem: null, name: found.name, email: found.email })
}

export const action = (args: ActionFunctionArgs) => {
  const token = tokenOf(args.request)
  return submitNewPassword(
    args,
    invitationForm,
    async () => {
      const { name, email } = await args.context.write((trx) => invitedBy(trx, token))
      return [name, email]
    },
    async ({ trx, actor }, _input, password_hash) => {
      await acceptInvitation(trx, actor, { token, password_hash })
      return redirectWith(paths.admin.login(), 'operator_welcome')
    },
  )
}

export default function Invitation() {
  const { problem, name, email } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(invitationForm, useActionData<typeof action>())
  if (problem) {
    return (
      <NarrowFrame>
        <LinkRefused code={problem} text={t('operator.invitation_gone')} />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <h1>{t('operator.welcome')}</h1>
      <p>{t('operator.welcome_text', { name, email })}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="operator" />
        <NewPasswordFields of={fields} noun="operator" />
        <SubmitButton>{t('operator.keep_password')}</SubmitButton>
      </form>
    </NarrowFrame>
  )
}
