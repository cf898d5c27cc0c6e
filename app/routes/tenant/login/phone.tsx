import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { phoneForm } from '#app/domain/identity/accounts/account-forms.ts'
import { requestSignInCode } from '#app/domain/identity/codes/phone-sign-in.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { ownPath, paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { leadOnSignedIn, refuseInactive } from '#app/server/sign-in/signed-in.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { OtherWays, SignInTabs } from '#app/ui/identity/sign-in/SignInPage.tsx'

/** Signing in with a mobile number: the first page asks for the code. */
export const handle = { access: 'guest', title: 'auth.sign_in', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  const to = ownPath(new URL(request.url).searchParams.get('to'), '')
  const registers = await registrationIsOpen(await context.read())
  return { to, registers, channels: openChannels(environment) }
}

export function action(args: ActionFunctionArgs) {
  const { context } = args
  return answerForm(args, phoneForm, async ({ phone, channel, to }) => {
    refuseInactive(context)
    const { locale, actor } = context
    const { pending } = await requestSignInCode(context.write, { phone, channel, locale, ip: actor.ip })
    const headers = { 'set-cookie': await pendingCookie.set(pending) }
    return redirect(paths.loginCode({ to: ownPath(to, '') }), { headers })
  })
}

export default function LoginPhone() {
  const { to, registers, channels } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(phoneForm, lastResult, { phone: '', channel: channels[0] ?? 'sms', to })
  return (
    <NarrowFrame>
      <h1>{t('auth.sign_in')}</h1>
      <SignInTabs current="phone" to={to} />
      {channels.length === 0 ? (
        <Notice tone="warning">
          <p>{t('auth.no_channel')}</p>
        </Notice>
      ) : (
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="auth" />
          <TextField
            of={fields.phone}
            label={t('auth.phone')}
            hint={t('auth.phone_hint')}
            type="tel"
            autoComplete="tel"
          />
          {channels.length > 1 ? (
            <RadioGroup
              of={fields.channel}
              label={t('auth.channel')}
              options={channels.map((value) => ({ value, label: t(`auth.channels.${value}`) }))}
            />
          ) : (
            <HiddenField of={fields.channel} />
          )}
          <HiddenField of={fields.to} />
          <SubmitButton>{t('auth.send_code')}</SubmitButton>
        </form>
      )}
      <div className="actions">
        <OtherWays registers={registers} />
      </div>
    </NarrowFrame>
  )
}
