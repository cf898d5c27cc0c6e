import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  channelsForm,
  channelsOf,
  readersOfAccount,
  setChannels,
  wantedOf,
} from '#app/domain/messaging/opt-outs/channels.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ChannelFields } from '#app/ui/messaging/opt-out/ChannelFields.tsx'
import { tickedOf } from '#app/ui/messaging/opt-out/ticked.ts'

/** The channels on which the reader wants messages, as a parent and as staff alike. */
export const handle = {
  access: { view: 'profile.view', change: 'profile.edit' },
  title: 'opt_out.choose',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const readers = await readersOfAccount(db, context.actor.id!)
  const each = await Promise.all(readers.map((reader) => channelsOf(db, reader)))
  const [first, second] = each.map((one) => one?.channels ?? [])
  return {
    // Left for one of both is left: turning it on again turns it on for both.
    channels: first!.map((one, index) => ({
      ...one,
      address: one.address ?? second?.[index]?.address ?? null,
      wanted: one.wanted && (second?.[index]?.wanted ?? true),
    })),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, channelsForm, async ({ trx, actor }, input) => {
    await setChannels(trx, actor, await readersOfAccount(trx, actor.id!), wantedOf(input), 'self')
    return redirectWith(paths.profile.view(), 'channels_saved')
  })

export default function OwnChannels() {
  const { channels } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(channelsForm, useActionData<typeof action>(), tickedOf(channels))
  return (
    <EditPage
      title={t('opt_out.choose')}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      form={form}
      noun="opt_out"
    >
      <p>{t('opt_out.own_intro')}</p>
      <ChannelFields fields={fields} channels={channels} />
      <p className="quiet">{t('opt_out.not_these')}</p>
    </EditPage>
  )
}
