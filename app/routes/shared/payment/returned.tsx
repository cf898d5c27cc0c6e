import { useTranslation } from 'react-i18next'
import type { Handle } from '#app/server/routing/trees.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'

/** Where a payer lands whose browser brought no message that can be believed; it knows nothing of anybody's payment. */
export const handle = { access: 'guest', title: 'payment.returned.title', look: 'public' } satisfies Handle

export default function Returned() {
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <MessagePage title={t('payment.returned.title')} text={t('payment.returned.text')} tone="wait">
        <p>{t('payment.returned.hint')}</p>
      </MessagePage>
    </NarrowFrame>
  )
}
