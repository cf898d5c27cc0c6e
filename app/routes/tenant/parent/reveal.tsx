import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { revealParent } from '#app/domain/people/parents/change-parent.ts'
import { parentFor, parentRow } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RevealPage } from '#app/ui/identity/account/RevealPage.tsx'

export const handle = { access: 'identity.reveal', title: 'parent.identity_no' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('parent.view')
  const id = idOf(params, 'not_found.parent')
  const row = await parentRow(await context.read(), scope, keysOf(context), id)
  return { id, name: row.name, identity: parentFor(context.actor.roles, row).identity }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('parent.view')
  const id = idOf(params, 'not_found.parent')
  return context.write((trx) => revealParent(trx, context.actor, scope, keysOf(context), id))
}

export default function RevealedParent() {
  const { id, name, identity } = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()
  const { t } = useTranslation()
  const type = identity?.identity_type ?? 'nric'
  const income = shown?.income_above_2500
  return (
    <RevealPage
      noun="parent"
      back={{ label: name, href: paths.parent.view(id) }}
      action={paths.parent.reveal(id)}
      facts={[
        {
          label: t(`parent.identity_types.${type}`),
          value: shown ? shown.identity_no : identity?.identity_masked,
        },
        shown !== undefined && {
          label: t('parent.income_above_2500'),
          value: typeof income === 'boolean' ? t(income ? 'common.yes' : 'common.no') : null,
        },
      ]}
      shown={shown !== undefined}
    />
  )
}
