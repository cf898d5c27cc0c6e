import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { openRecord, recordAction } from '#app/server/donations/gift-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RecordGiftPage } from '#app/ui/giving/donation/RecordGiftPage.tsx'

/** A gift in cash or by transfer. */
export const handle = { access: 'donation.record', title: 'donation.record' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openRecord(args, 'infaq')

export const action = (args: ActionFunctionArgs) => recordAction(args, 'infaq')

export default function RecordInfaq() {
  return <RecordGiftPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
