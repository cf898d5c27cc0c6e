import { useTranslation } from 'react-i18next'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from './MessagePage.tsx'

interface PaperWaitProps {
  /** Group of the sentences: `making`, `making_text`, `lost_text`, `ready`, …, `back`. */
  words: 'payment.receipt' | 'invoice.file'
  number: string
  status: string
  /** Its file was there and is gone. */
  lost: boolean
  page: string
  file: string
  back: string
}

/** The page on which a reader waits for a PDF. */
export function PaperWait({ words, number, status, lost, page, file, back }: PaperWaitProps) {
  const { t } = useTranslation()
  const wayBack = <a href={back}>{t(`${words}.back`)}</a>
  const [state, tone] =
    status === 'ready'
      ? (['ready', 'good'] as const)
      : status === 'failed'
        ? (['failed', 'bad'] as const)
        : (['making', 'wait'] as const)
  const next = {
    ready: (
      <LinkButton href={file} look="primary">
        {t(`${words}.download`, { number })}
      </LinkButton>
    ),
    failed: <LinkButton href={`${page}?again`}>{t('common.action.try_again')}</LinkButton>,
    making: <a href={`${page}?wait`}>{t('common.action.refresh')}</a>,
  }[state]
  return (
    <NarrowFrame>
      <MessagePage
        title={t(`${words}.${state}`)}
        text={t(`${words}.${lost ? 'lost' : state}_text`)}
        tone={tone}
        actions={
          <>
            {next}
            {wayBack}
          </>
        }
      />
    </NarrowFrame>
  )
}
