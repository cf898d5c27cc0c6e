import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { chipAccount } from '#app/domain/payments/chip/account.ts'
import type { ChipFault } from '#app/domain/payments/chip/change-account.ts'
import { groupsOf } from '#app/integrations/chip/methods.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** The organisation's own account with CHIP, and whether it works. */
export const handle = { access: 'gateway.view', title: 'setting.chip.title' } satisfies Handle

/** Of the secret keys only whether they are there. */
export async function loader({ context }: LoaderFunctionArgs) {
  const account = await chipAccount(await context.read())
  return {
    account: account && {
      ...{ brand_id: account.brand_id, mode: account.mode, checked_at: account.checked_at },
      fault: account.fault as ChipFault | null,
      has: { test: account.test_key_sealed !== null, live: account.live_key_sealed !== null },
      groups: groupsOf(account.methods),
      hooked: account.hook_id !== null,
    },
    mayEdit: context.can('chip.edit'),
  }
}

export default function ChipSetting() {
  const { account, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const kept = (there: boolean) => t(there ? 'chip.key_kept' : 'chip.key_none')
  return (
    <SettingPage
      name="chip"
      actions={
        mayEdit && (
          <>
            {account && <PostButton action={paths.setting.chipTry()}>{t('chip.try')}</PostButton>}
            <LinkButton href={paths.setting.chipEdit()} look="primary">
              {t(account ? 'common.action.edit' : 'chip.enter')}
            </LinkButton>
          </>
        )
      }
    >
      {!account && <Notice>{t('chip.none')}</Notice>}
      {account?.fault && <Notice tone="error">{t(`chip.faults.${account.fault}`)}</Notice>}
      {account && !account.checked_at && <Notice tone="warning">{t('chip.untried')}</Notice>}
      {account?.mode === 'test' && <Notice tone="warning">{t('chip.trial')}</Notice>}
      {account && (
        <Facts
          columns={2}
          items={[
            { label: t('chip.brand_id'), value: account.brand_id },
            { label: t('chip.mode'), value: t(`chip.modes.${account.mode}`) },
            { label: t('chip.live_key'), value: kept(account.has.live) },
            { label: t('chip.test_key'), value: kept(account.has.test) },
            {
              label: t('chip.offered'),
              value: account.groups.map((group) => t(`chip.group.${group}`)).join(', ') || null,
            },
            {
              label: t('chip.checked_at'),
              value: account.checked_at && formatInstant(account.checked_at, locale),
            },
            { label: t('chip.hooked'), value: t(account.hooked ? 'common.yes' : 'common.no') },
          ]}
        />
      )}
      <p className="hint">{t('chip.money')}</p>
    </SettingPage>
  )
}
