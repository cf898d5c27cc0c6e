import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { asGuest } from '#app/domain/core/actor.ts'
import { maskedAddress, maskedName } from '#app/domain/core/mask.ts'
import { channelsForm, setChannels, wantedOf } from '#app/domain/messaging/opt-outs/channels.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { readerOfLink } from '#app/server/messages/opt-out-link.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { ChannelFields } from '#app/ui/messaging/opt-out/ChannelFields.tsx'
import { tickedOf } from '#app/ui/messaging/opt-out/ticked.ts'

/**
 * Whoever holds the link of a message chooses here on which channels further ones come. Opening it changes nothing: mail
 * programs and scanners open every link.
 */
export const handle = { access: 'guest', title: 'opt_out.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { name, channels } = await readerOfLink(context, params.token)
  return {
    name: maskedName(name),
    channels: channels.map(({ channel, address, wanted }) => ({
      ...{ channel, wanted },
      address: address && (channel === 'email' ? maskedAddress(address) : `•••• ${address.slice(-4)}`),
    })),
  }
}

export const action = async (args: ActionFunctionArgs) => {
  // Before the form's own transaction, so that wrong links are counted even where it is rolled back.
  const reader = await readerOfLink(args.context, args.params.token)
  return submit(args, channelsForm, async ({ trx, actor }, input) => {
    await setChannels(trx, asGuest(actor), [reader], wantedOf(input), 'link')
    return redirectWith(paths.optOut.view(args.params.token!), 'channels_saved')
  })
}

export default function OptOut() {
  const { name, channels } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(channelsForm, useActionData<typeof action>(), tickedOf(channels))
  return (
    <NarrowFrame>
      <h1>{t('opt_out.title')}</h1>
      <p>{t('opt_out.intro', { name })}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="opt_out" />
        <ChannelFields fields={fields} channels={channels} />
        <div className="actions">
          <SubmitButton>{t('opt_out.save')}</SubmitButton>
        </div>
      </form>
      <p className="quiet section">{t('opt_out.not_these')}</p>
    </NarrowFrame>
  )
}
