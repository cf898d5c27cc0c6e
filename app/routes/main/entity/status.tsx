import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  activateEntity,
  deactivateEntity,
  entityStatusForm,
} from '#app/domain/platform/entities/change-entity.ts'
import { entityForOperator } from '#app/domain/platform/entities/find-entities.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Closes an organisation with a reason; it is opened again by a button on its page, which posts here, too. */
export const handle = { access: 'admin.entity.activate', title: 'entity.deactivate' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.entity')
  const { name, status, version } = await entityForOperator(await context.read(), id)
  // Who was quicker has closed it; and a refused opening is said here with what there is to do now.
  if (status !== 'active' && !context.isSubmission) throw redirect(paths.admin.entity.view(id))
  return { id, name, status, version }
}

export async function action(args: ActionFunctionArgs) {
  const id = idOf(args.params, 'not_found.entity')
  const page = paths.admin.entity.view(id)
  const answer = await submit(
    args,
    entityStatusForm,
    async ({ trx, actor }, { status, version, inactive_reason = '' }) => {
      if (status === 'active') {
        const { name } = await activateEntity(trx, actor, { id, version })
        return redirectWith(page, 'entity_activated', { name })
      }
      const { name } = await deactivateEntity(trx, actor, { id, version }, inactive_reason)
      return redirectWith(page, 'entity_deactivated', { name })
    },
  )
  args.context.services.sites.forget(id)
  return answer
}

export default function EntityStatus() {
  const { id, name, status, version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(entityStatusForm, useActionData<typeof action>(), { status: 'inactive' })
  return (
    <EditPage
      title={t('entity.deactivate_of', { name })}
      subtitle={t('entity.deactivate_hint')}
      back={{ label: name, href: paths.admin.entity.view(id) }}
      form={form}
      noun="entity"
      submit={t('common.action.deactivate')}
      look="danger"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('entity.status'), value: t(`common.status.${status}`) }]}
        field={fields.version}
        version={version}
      />
      <input type="hidden" name={fields.status.name} value="inactive" />
      <ReasonField of={fields.inactive_reason} words="entity.inactive_reason" optional={false} />
    </EditPage>
  )
}
