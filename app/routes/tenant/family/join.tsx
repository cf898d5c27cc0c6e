import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { joinFamily } from '#app/domain/people/families/change-family.ts'
import { joinForm } from '#app/domain/people/families/family.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, ReasonField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** The children of two families count as brothers and sisters, such as cousins who live together. */
export const handle = { access: 'family.join', title: 'family.join' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const row = await reachedParent(await context.read(), context.scope('family.join'), id)
  return { row, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, joinForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    const name = await joinFamily(trx, actor, context.scope('family.join'), id, input)
    return redirectWith(`${paths.family.view(id)}#siblings`, 'family_joined', { name })
  })

export default function JoinFamily() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(joinForm, useActionData<typeof action>(), { form_key })
  const back = { label: t('family.of', { name: row.name }), href: paths.family.view(row.id) }
  return (
    <EditPage title={t('family.join')} subtitle={back.label} back={back} form={form} noun="family">
      <p>{t('family.join_hint')}</p>
      <p className="quiet">{t('family.siblings_hint')}</p>
      <TextField of={fields.family_code} label={t('family.join_code')} autoComplete="off" />
      <ReasonField of={fields.reason} words="family.join_reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
