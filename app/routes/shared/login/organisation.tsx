import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { contactForm } from '#app/domain/identity/accounts/account-forms.ts'
import {
  fewestLetters,
  organisationsNamed,
  requestOrganisationCode,
} from '#app/domain/identity/accounts/organisations.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { environment } from '#app/environment.ts'
import { linkIn } from '#app/i18n/link-language.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { OrganisationSearch } from '#app/ui/identity/sign-in/OrganisationSearch.tsx'

/** Finding one's organisation by its name or by a contact. The page is the main host's; an organisation's leads there. */
export const handle = { access: 'guest', title: 'auth.organisation.title', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { site, services } = context
  if (site.side === 'tenant') throw redirect(services.sites.main.origin + paths.organisation.ask())
  const name = (new URL(request.url).searchParams.get('name') ?? '').trim().slice(0, 100)
  const asked = [...name].length >= fewestLetters
  const { found, more } = asked
    ? await organisationsNamed(await context.read(), name)
    : { found: [], more: false }
  const organisations = found.map(({ id, name, subdomain }) => {
    const origin = originOf({ subdomain }, environment)
    return { id, name, host: new URL(origin).host, href: linkIn(context.locale, origin + paths.login()) }
  })
  return { channels: openChannels(environment), search: { name, asked, organisations, more } }
}

export function action(args: ActionFunctionArgs) {
  const { context } = args
  const { site, services, locale, actor } = context
  if (site.side === 'tenant') throw redirect(services.sites.main.origin + paths.organisation.ask())
  return answerForm(args, contactForm, async ({ contact, channel }) => {
    const request = { contact, channel, locale, ip: actor.ip }
    const { pending } = await requestOrganisationCode(context.write, request)
    return redirect(paths.organisation.code(), {
      headers: { 'set-cookie': await pendingCookie.set(pending) },
    })
  })
}

export default function LoginOrganisation() {
  const { channels, search } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(contactForm, lastResult, { contact: '', channel: channels[0] ?? 'sms' })
  return (
    <NarrowFrame>
      <h1>{t('auth.organisation.title')}</h1>
      <Section title={t('auth.organisation.by_name')}>
        <OrganisationSearch {...search} />
      </Section>
      <Section title={t('auth.organisation.by_contact')}>
        <p>{t('auth.organisation.hint')}</p>
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="auth" />
          <TextField
            of={fields.contact}
            label={t('auth.contact')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          {channels.length > 1 ? (
            <RadioGroup
              of={fields.channel}
              label={t('auth.organisation.channel')}
              options={channels.map((value) => ({ value, label: t(`auth.channels.${value}`) }))}
            />
          ) : (
            <HiddenField of={fields.channel} />
          )}
          <SubmitButton>{t('auth.send_code')}</SubmitButton>
        </form>
      </Section>
      <p>
        {t('front.register_text')} <a href={paths.front.start()}>{t('front.register_link')}</a>
      </p>
    </NarrowFrame>
  )
}
