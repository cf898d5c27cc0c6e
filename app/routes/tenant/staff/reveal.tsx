import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { revealStaff } from '#app/domain/people/staff/change-staff.ts'
import { staffMember } from '#app/domain/people/staff/find-staff.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RevealPage } from '#app/ui/identity/account/RevealPage.tsx'

export const handle = { access: 'identity.reveal', title: 'staff.identity_no' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('staff.view')
  const id = idOf(params, 'not_found.staff')
  const { name, identity_masked, identity_type } = await staffMember(
    await context.read(),
    scope,
    keysOf(context),
    id,
  )
  return { id, name, identity_masked, identity_type }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('staff.view')
  const id = idOf(params, 'not_found.staff')
  return context.write((trx) => revealStaff(trx, context.actor, scope, keysOf(context), id))
}

export default function RevealedIdentity() {
  const row = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()
  const { t } = useTranslation()
  const kind = row.identity_type ? t(`staff.identity_types.${row.identity_type}`) : t('staff.identity_no')
  return (
    <RevealPage
      noun="staff"
      back={{ label: row.name, href: paths.staff.view(row.id) }}
      action={paths.staff.reveal(row.id)}
      facts={[{ label: kind, value: shown?.identity_no ?? row.identity_masked }]}
      shown={shown !== undefined}
    />
  )
}
