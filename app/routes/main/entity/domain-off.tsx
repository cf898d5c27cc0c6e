import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { switchDomainOff } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { domainOffForm } from '#app/domain/organisation/own-domain/own-domain.ts'
import { entityForOperator } from '#app/domain/platform/entities/find-entities.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Serves an organisation under its own domain no longer, with a reason that it reads. */
export const handle = { access: 'admin.entity.edit', title: 'domain.switch_off' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.entity')
  const row = await entityForOperator(await context.read(), id)
  const { name, custom_domain: domain, custom_domain_off_at: off, version } = row
  if ((!domain || off) && !context.isSubmission) throw redirect(paths.admin.entity.view(id))
  return { id, name, domain, version }
}

export async function action(args: ActionFunctionArgs) {
  const id = idOf(args.params, 'not_found.entity')
  const answer = await submit(args, domainOffForm, async ({ trx, actor }, { reason, version }) => {
    const { domain } = await switchDomainOff(trx, actor, { id, version }, reason)
    return redirectWith(paths.admin.entity.view(id), 'domain_off', { domain })
  })
  args.context.services.sites.forget(id)
  return answer
}

export default function EntityDomainOff() {
  const { id, name, domain, version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(domainOffForm, useActionData<typeof action>(), {})
  return (
    <EditPage
      title={t('domain.switch_off_of', { domain })}
      subtitle={t('domain.switch_off_hint')}
      back={{ label: name, href: paths.admin.entity.view(id) }}
      form={form}
      noun="entity"
      submit={t('domain.switch_off')}
      look="danger"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('domain.domain'), value: domain }]}
        field={fields.version}
        version={version}
      />
      <ReasonField of={fields.reason} words="domain.off_reason" optional={false} />
    </EditPage>
  )
}
