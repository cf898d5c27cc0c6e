import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { moveCash } from '#app/domain/payments/drawers/change-drawer.ts'
import { drawerMoveForm } from '#app/domain/payments/drawers/drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, MoneyField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** Cash that comes into a drawer or goes out of it. */
export const handle = { access: 'drawer.fill', title: 'drawer.move' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.drawer')
  const { clerk } = await drawer(await context.read(), context.scope('drawer.fill'), id)
  return { id, clerk, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, drawerMoveForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.drawer')
    await moveCash(trx, actor, context.scope('drawer.fill'), id, input)
    return redirectWith(paths.drawer.view(id), 'drawer_moved')
  })

export default function MoveCash() {
  const { id, clerk, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(drawerMoveForm, useActionData<typeof action>(), { kind: 'out', form_key })
  const back = { label: t('drawer.of', { name: clerk }), href: paths.drawer.view(id) }
  return (
    <EditPage title={t('drawer.move')} subtitle={back.label} back={back} form={form} noun="drawer">
      <MoneyField of={fields.amount} label={t('drawer.amount')} focused />
      <RadioGroup
        of={fields.kind}
        label={t('drawer.kind')}
        options={(['out', 'in'] as const).map((value) => ({ value, label: t(`drawer.kinds.${value}`) }))}
      />
      <TextField
        of={fields.reason}
        label={t('drawer.reason')}
        hint={t('drawer.reason_hint')}
        autoComplete="off"
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
