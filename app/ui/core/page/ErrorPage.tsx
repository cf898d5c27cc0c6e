import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { WhyThis } from '#app/ui/core/feedback/WhatIsThis.tsx'
import { NarrowFrame, StaffFrame } from '#app/ui/core/layout/frames.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { MessagePage } from './MessagePage.tsx'

interface Props {
  status: number
  code?: string | undefined
  values?: Record<string, string> | undefined
}

/** What a reader sees instead of a page: not found, not allowed, or our own fault, with the id to quote. */
export function ErrorPage({ status, code, values = {} }: Props) {
  const { t } = useTranslation()
  const { user, organisation, requestId } = usePage()
  const kind = kindOf(status, code)
  const sentence = code
    ? t(`refusal.${code}`, values)
    : status === 404
      ? t('refusal.not_found.page')
      : t('refusal.unexpected')
  const title = {
    not_found: sentence,
    refused: t('common.error.refused_title'),
    package: t('common.error.package_title'),
    over: t('common.error.over_title'),
    helper: t('common.error.helper_title'),
    failed: t(`common.plain.title_${status}`, { defaultValue: t('common.plain.title') }),
  }[kind]
  const Frame = user ? StaffFrame : NarrowFrame
  return (
    <Frame>
      <MessagePage
        title={title}
        text={kind === 'not_found' ? undefined : sentence}
        tone={kind === 'failed' ? 'bad' : 'off'}
        actions={
          <>
            {kind === 'package' && values.leads === 'yes' && (
              <a href={paths.setting.subscription()}>{t('common.error.package_link')}</a>
            )}{' '}
            <a href={organisation.href}>{t('common.error.home')}</a>
          </>
        }
        {...(kind === 'failed' ? { detail: requestId } : {})}
      >
        <p>
          {t(`common.error.${kind}`)} {code && <WhyThis errors={[code]} />}
        </p>
      </MessagePage>
    </Frame>
  )
}

function kindOf(status: number, code = '') {
  if (code.startsWith('feature.')) return 'package'
  if (code === 'subscription.over') return 'over'
  if (code === 'help_visit.only_looks') return 'helper'
  if (status === 404) return 'not_found'
  return status === 403 || status === 401 ? 'refused' : 'failed'
}
