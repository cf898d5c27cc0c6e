import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { duitNowSetting } from '#app/domain/billing/duitnow/duitnow.ts'
import type { DuitNowQr } from '#app/integrations/duitnow/read-duitnow.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { type QrImage, qrCode } from '#app/print/qr/qr-code.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** The organisation's own DuitNow QR: what families are shown, and what waits to be compared. */
export const handle = { access: 'gateway.view', title: 'setting.duitnow.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { live, waiting, version } = await duitNowSetting(await context.read())
  const shown = (qr: DuitNowQr | null) => qr && { ...qr, image: qrCode(qr.text) }
  return { live: shown(live), waiting: shown(waiting), version, mayEdit: context.can('gateway.edit') }
}

export default function DuitNowSetting() {
  const { live, waiting, version, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const fields = { version: String(version) }
  return (
    <SettingPage
      name="duitnow"
      actions={
        mayEdit && (
          <LinkButton href={paths.setting.duitnowEdit()} look={live || waiting ? 'plain' : 'primary'}>
            {t(live ? 'duitnow.replace' : 'duitnow.upload')}
          </LinkButton>
        )
      }
    >
      <p className="hint">{t('duitnow.matching')}</p>
      {waiting && (
        <Section title={t('duitnow.waiting')}>
          <Notice tone="warning">
            <p>{t('duitnow.compare', { name: waiting.name })}</p>
          </Notice>
          <Shown qr={waiting} />
          {mayEdit && (
            <div className="actions">
              <PostButton action={paths.setting.duitnowConfirm()} look="primary" fields={fields}>
                {t('duitnow.confirm')}
              </PostButton>
              <PostButton action={paths.setting.duitnowRemove()} fields={fields}>
                {t('duitnow.discard')}
              </PostButton>
            </div>
          )}
        </Section>
      )}
      {live && (
        <Section title={t('duitnow.live')}>
          <Shown qr={live} />
          {mayEdit && !waiting && (
            <div className="actions">
              <PostButton action={paths.setting.duitnowRemove()} look="danger" fields={fields}>
                {t('duitnow.remove')}
              </PostButton>
            </div>
          )}
        </Section>
      )}
      {!live && !waiting && <Notice>{t('duitnow.none')}</Notice>}
    </SettingPage>
  )
}

function Shown({ qr }: { qr: Omit<DuitNowQr, 'text'> & { image: QrImage } }) {
  const { t } = useTranslation()
  return (
    <>
      <QrCode image={qr.image} label={t('duitnow.qr_of', { name: qr.name })} side={200} />
      <Facts
        items={[
          { label: t('duitnow.name'), value: qr.name },
          { label: t('duitnow.city'), value: qr.city },
          { label: t('duitnow.acquirer'), value: qr.acquirer },
          { label: t('duitnow.account'), value: qr.account },
        ]}
      />
    </>
  )
}
