import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { enterDomain } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { ownDomain, ownDomainForm, readableDomain } from '#app/domain/organisation/own-domain/own-domain.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Under which domain of its own the organisation wants to be found. */
export const handle = { access: 'domain.edit', title: 'setting.domain.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { domain, version, status } = await ownDomain(await context.read(), tenantOf(context).id)
  return { row: { domain: domain && readableDomain(domain), version }, isServed: status === 'verified' }
}

export async function action(args: ActionFunctionArgs) {
  const { id } = tenantOf(args.context)
  const { mainHost, sites } = args.context.services
  const answer = await submit(args, ownDomainForm, async ({ trx, actor }, { domain, version }) => {
    const entered = await enterDomain(trx, actor, { id, version, mainHost }, domain)
    return redirectWith(paths.setting.domain(), 'domain_entered', { domain: readableDomain(entered.domain) })
  })
  sites.forget(id)
  return answer
}

export default function DomainEdit() {
  const { row, isServed } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(ownDomainForm, useActionData<typeof action>(), row)
  return (
    <EditPage
      title={t('setting.domain.title')}
      subtitle={t(isServed ? 'domain.edit_served' : 'setting.domain.about')}
      back={{ label: t('setting.domain.title'), href: paths.setting.domain() }}
      form={form}
      noun="domain"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('domain.domain'), value: row.domain }]}
        field={fields.version}
        version={row.version}
      />
      <TextField
        of={fields.domain}
        label={t('domain.domain')}
        hint={t('domain.domain_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </EditPage>
  )
}
