import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { stepForms } from '#app/domain/platform/registrations/registration.ts'
import { answerStep } from '#app/server/front/answer-step.ts'
import { typedStep } from '#app/server/front/at-step.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Fieldset, NumberField, PasswordField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { StepForm, StepPage } from '#app/ui/platform/front/StepPage.tsx'

/** What an organisation may bring with it: mail, a domain, a payment gateway. None of it is needed. */
export const handle = { access: 'guest', title: 'front.steps.connections', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const { page, typed, checked, kept, connections } = await typedStep(args, 'connections')
  return { page, typed, checked, kept, connections }
}

export const action = (args: ActionFunctionArgs) => answerStep(args, 'connections')

export default function ConnectionsStep() {
  const { page, typed, checked, kept, connections } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(stepForms.connections, useActionData<typeof action>() ?? checked, typed)
  const keptHint = (name: string) => (kept.includes(name) ? t('front.secret_kept') : undefined)
  return (
    <StepPage page={page} hint={t('front.connections_hint')}>
      <StepForm form={form}>
        {connections.includes('custom_domain') && (
          <Fieldset legend={t('front.domain')} hint={t('front.domain_hint')}>
            <TextField
              of={fields.custom_domain}
              label={t('front.custom_domain')}
              placeholder="yuran.sekolah.edu.my"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Fieldset>
        )}
        {connections.includes('custom_smtp') && (
          <Fieldset legend={t('front.mail')} hint={t('front.mail_hint')}>
            <TextField
              of={fields.smtp_host}
              label={t('front.smtp_host')}
              autoCapitalize="none"
              spellCheck={false}
            />
            <NumberField
              of={fields.smtp_port}
              label={t('front.smtp_port')}
              hint={t('front.smtp_port_hint')}
            />
            <TextField
              of={fields.smtp_username}
              label={t('front.smtp_username')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <PasswordField
              of={fields.smtp_password}
              label={t('front.smtp_password')}
              hint={keptHint('smtp_password')}
              autoComplete="new-password"
            />
            <TextField of={fields.smtp_sender_name} label={t('front.smtp_sender_name')} />
            <TextField
              of={fields.smtp_sender_email}
              label={t('front.smtp_sender_email')}
              type="email"
              spellCheck={false}
            />
          </Fieldset>
        )}
        {connections.includes('chip') && (
          <Fieldset legend={t('front.gateway')} hint={t('front.gateway_hint')}>
            <TextField
              of={fields.gateway_brand_id}
              label={t('front.gateway_brand_id')}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordField
              of={fields.gateway_secret}
              label={t('front.gateway_secret')}
              hint={keptHint('gateway_secret')}
              autoComplete="new-password"
            />
          </Fieldset>
        )}
      </StepForm>
    </StepPage>
  )
}
