import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '#app/domain/core/refusal.ts'
import { invitationForm } from '#app/domain/identity/accounts/account-forms.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { acceptAction, invitedOf, tokenOf } from '#app/server/sign-in/invitation.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { LinkRefused } from '#app/ui/core/page/MessagePage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { NewPasswordFields } from '#app/ui/identity/account/NewPasswordFields.tsx'

export const handle = { access: 'guest', title: 'invitation.title', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const invited = await invitedOf(context, tokenOf(request))
  return 'refused' in invited
    ? data({ ...invited, name: '', email: null }, { status: statusOf(invited.refused) })
    : data({ ...invited, refused: null })
}

export const action = acceptAction

/** The address holds a secret: links from here tell nobody the path, and no search engine keeps it. */
export const headers: HeadersFunction = () => ({
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
})

export default function Invitation() {
  const invited = useLoaderData<typeof loader>()
  return (
    <NarrowFrame>
      {invited.refused ? (
        <Refused code={invited.refused} />
      ) : (
        <FirstPassword name={invited.name} email={invited.email} />
      )}
    </NarrowFrame>
  )
}

function FirstPassword({ name, email }: { name: string; email: string | null }) {
  const { t } = useTranslation()
  const { organisation } = usePage()
  const [form, fields] = useFormOf(invitationForm, useActionData<typeof action>())
  return (
    <>
      <h1>{t('invitation.welcome', { name })}</h1>
      <p>{t('invitation.text', { organisation: organisation.name })}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="invitation" />
        {/* For the password manager, which keeps it with the new password. */}
        <input type="hidden" name="username" value={email ?? ''} autoComplete="username" />
        <NewPasswordFields of={fields} noun="invitation" />
        <SubmitButton>{t('invitation.submit')}</SubmitButton>
      </form>
    </>
  )
}

function Refused({ code }: { code: string }) {
  const { t } = useTranslation()
  const { organisation } = usePage()
  return (
    <LinkRefused
      code={code}
      text={t(code === 'auth.token_expired' ? 'invitation.expired' : 'invitation.invalid', {
        organisation: organisation.name,
      })}
      actions={<a href={paths.login()}>{t('auth.sign_in')}</a>}
    />
  )
}
