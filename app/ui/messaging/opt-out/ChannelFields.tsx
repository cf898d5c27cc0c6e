import { useTranslation } from 'react-i18next'
import type { LeavableChannel } from '#app/domain/core/contact/opted-out.ts'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { CheckboxField, HiddenField } from '#app/ui/core/form/fields.tsx'

interface Props {
  fields: Record<LeavableChannel | 'chosen', FieldOf>
  channels: readonly { channel: LeavableChannel; address: string | null }[]
}

/** A number as written in Malaysia; an e-mail address, and what is masked, as it is. */
const shown = (address: string) => (address.startsWith('+') ? formatPhone(address) : address)

/** A tick box for each channel, with where its messages go. */
export function ChannelFields({ fields, channels }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <HiddenField of={fields.chosen} value="yes" />
      {channels.map(({ channel, address }) => (
        <CheckboxField
          key={channel}
          of={fields[channel]}
          label={t(`opt_out.channel.${channel}`)}
          hint={address ? shown(address) : t('opt_out.no_address')}
        />
      ))}
    </>
  )
}
