import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { donation } from '#app/domain/giving/donations/find-donations.ts'
import { maskedGiver, revealGiver } from '#app/domain/giving/donations/giver-identity.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RevealPage } from '#app/ui/identity/account/RevealPage.tsx'

/** The number of who gave, for who compares it with what the tax authority asks. */
export const handle = { access: 'identity.reveal', title: 'donation.identity_no' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.infaq')
  const db = await context.read()
  const { donor_name } = await donation(db, context.scope('donation.view'), 'infaq', id)
  const giver = await maskedGiver(db, keysOf(context), id)
  if (!giver) throw new Refusal('not_found.infaq')
  return { id, donor_name, giver }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('donation.view')
  const id = idOf(params, 'not_found.infaq')
  return context.write((trx) => revealGiver(trx, context.actor, scope, keysOf(context), id))
}

export default function RevealedGiver() {
  const { id, donor_name, giver } = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <RevealPage
      noun="donation"
      back={{ label: t('donation.one'), href: paths.infaq.view(id) }}
      action={paths.infaq.reveal(id)}
      facts={[
        { label: t('donation.donor'), value: donor_name },
        { label: t(`donation.identity_types.${giver.type}`), value: shown?.identity_no ?? giver.number },
      ]}
      shown={shown !== undefined}
    />
  )
}
