import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#app/domain/access.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { SettingList } from '#app/ui/setting/SettingList.tsx'

export const handle = { access: 'registration_setting.view', title: 'setting.title' } satisfies Handle

/** What can be set, with `setting.<name>.title` and `.about` as its words. */
const sections: { name: string; href: string; permission: Permission }[] = [
  { name: 'labels', href: paths.setting.label(), permission: 'label.view' },
  {
    name: 'registration',
    href: paths.setting.registration(),
    permission: 'registration_setting.view',
  },
  { name: 'application', href: paths.setting.application(), permission: 'registration_setting.edit' },
  { name: 'generation', href: paths.setting.generation(), permission: 'invoice_setting.view' },
  { name: 'reminder', href: paths.setting.reminder(), permission: 'invoice_setting.view' },
  { name: 'payment', href: paths.setting.payment(), permission: 'invoice_setting.view' },
  { name: 'counter', href: paths.setting.counter(), permission: 'invoice_setting.edit' },
  { name: 'chip', href: paths.setting.chip(), permission: 'gateway.view' },
  { name: 'duitnow', href: paths.setting.duitnow(), permission: 'gateway.view' },
  { name: 'contact', href: paths.setting.contact(), permission: 'entity.edit' },
  { name: 'brand', href: paths.setting.brand(), permission: 'branding.view' },
  { name: 'mail', href: paths.setting.mail(), permission: 'smtp.view' },
]

export function loader({ context }: LoaderFunctionArgs) {
  return sections
    .filter(({ permission }) => context.can(permission))
    .map(({ name, href }) => ({ name, href }))
}

/** What the organisation decides for itself, one line for each subject. */
export default function Settings() {
  const items = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('setting.title')} subtitle={t('setting.hint')} />
      <SettingList
        items={items.map(({ name, href }) => ({
          href,
          title: t(`setting.${name}.title`),
          about: t(`setting.${name}.about`),
        }))}
      />
    </>
  )
}
