import { useTranslation } from 'react-i18next'
import type { LeavableChannel } from '#app/domain/core/contact/opted-out.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { CheckboxField } from '#app/ui/core/form/fields.tsx'

interface Props {
  fields: Record<LeavableChannel, FieldOf>
  channels: readonly { channel: LeavableChannel; address: string | null }[]
}

/** A tick box for each channel, with where its messages go. */
export function ChannelFields({ fields, channels }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {channels.map(({ channel, address }) => (
        <CheckboxField
          key={channel}
          of={fields[channel]}
          label={t(`opt_out.channel.${channel}`)}
          hint={address ?? t('opt_out.no_address')}
        />
      ))}
    </>
  )
}
