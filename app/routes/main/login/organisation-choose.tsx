import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { chooseForm } from '#app/domain/identity/accounts/account-forms.ts'
import { chooseOrganisation, organisationsOf } from '#app/domain/identity/accounts/organisations.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { environment } from '#app/environment.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import { pagePolicy } from '#app/server/http/headers.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'

/** The organisations that know the contact which this browser has proven. */
export const handle = { access: 'guest', title: 'auth.organisation.choose', look: 'public' } satisfies Handle

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export async function loader({ request, context }: LoaderFunctionArgs) {
  const known = await organisationsOf(await context.read(), await pendingCookie.of(request))
  if (!known) throw redirect(paths.organisation.ask())
  const organisations = known.organisations.map(({ entity_id, name, subdomain }) => {
    const origin = originOf({ subdomain }, environment)
    return { entity_id, name, origin, host: new URL(origin).host }
  })
  // Browsers apply the policy for forms to where a form is led on to as well.
  const targets = [context.site.origin, ...organisations.map(({ origin }) => origin)]
  const policy = { 'content-security-policy': pagePolicy(context.nonce, targets) }
  return data({ address: known.address, organisations }, { headers: policy })
}

export async function action(args: ActionFunctionArgs) {
  const pending = await pendingCookie.of(args.request)
  const ended = await pendingCookie.end()
  return submitVerb(args, chooseForm, paths.organisation.ask(), async ({ trx }, { entity_id }) => {
    const { token, subdomain } = await chooseOrganisation(trx, { pending, entity_id })
    const url = originOf({ subdomain }, environment) + paths.ticket({ ticket: token })
    return redirect(url, { headers: { 'set-cookie': ended } })
  })
}

export default function ChooseOrganisation() {
  const { address, organisations } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  if (organisations.length === 0) {
    return (
      <NarrowFrame>
        <MessagePage
          title={t('auth.organisation.none')}
          text={t('auth.organisation.none_hint', { address: unbrokenPhone(address) })}
          actions={<LinkButton href={paths.organisation.ask()}>{t('auth.other_contact')}</LinkButton>}
        />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <h1>{t('auth.organisation.choose')}</h1>
      <p>{t('auth.organisation.choose_hint', { address: unbrokenPhone(address) })}</p>
      <Entries
        items={organisations.map(({ entity_id, name, host }) => ({
          title: name,
          meta: host,
          status: (
            <PostButton action={paths.organisation.choose()} fields={{ entity_id }}>
              {t('auth.organisation.go')}
            </PostButton>
          ),
        }))}
      />
    </NarrowFrame>
  )
}
