import { useTranslation } from 'react-i18next'
import type { Handle } from '#app/server/trees.ts'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'

export const handle = { access: 'admin.collection.view', title: 'menu.collection' } satisfies Handle

export const loader = () => null

export default function Collections() {
  const { t } = useTranslation()
  return <PageHeader title={t('menu.collection')} />
}
