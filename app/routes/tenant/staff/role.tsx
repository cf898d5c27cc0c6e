import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { changeRoles } from '#app/domain/people/staff/change-staff.ts'
import { staffMember } from '#app/domain/people/staff/find-staff.ts'
import { grantableRoles, mayManage, staffRolesForm } from '#app/domain/people/staff/staff.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { RoleChoices } from '#app/ui/people/staff/StaffFields.tsx'

export const handle = { access: 'role.give', title: 'staff.roles' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = context
  const id = idOf(params, 'not_found.staff')
  const row = await staffMember(await context.read(), context.scope('role.give'), keysOf(context), id)
  if (row.user_id === actor.id) throw new Refusal('staff.own_roles')
  if (!mayManage(actor.roles, row.roles)) throw new Refusal('staff.protected')
  const { name, family, version } = row
  return { id, name, family, version, held: row.roles, roles: grantableRoles(actor.roles) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, staffRolesForm, async ({ trx, actor }, input) => {
    const id = idOf(args.params, 'not_found.staff')
    const name = await changeRoles(trx, actor, id, input)
    return redirectWith(paths.staff.view(id), 'staff_roles_changed', { name })
  })

export default function StaffRoles() {
  const { id, name, family, version, held, roles } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(staffRolesForm, useActionData<typeof action>(), { roles: held })
  return (
    <EditPage
      title={t('staff.roles_of', { name })}
      back={{ label: name, href: paths.staff.view(id) }}
      form={form}
      noun="staff"
      submit={t('staff.save_roles')}
    >
      <CurrentValues
        form={form}
        items={[
          {
            label: t('staff.roles'),
            value: held.map((role) => t(`common.role.${role}`)).join(', '),
            wide: true,
          },
        ]}
        field={fields.version}
        version={version}
      />
      <RoleChoices of={fields.roles} roles={roles} />
      <TextField
        of={fields.family_code}
        label={t('staff.family_code')}
        hint={family ? t('staff.family_joined', { family }) : t('staff.family_hint')}
        width="medium"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Notice tone="warning">
        <p>{t('staff.roles_warning', { name })}</p>
      </Notice>
    </EditPage>
  )
}
