import { useTranslation } from 'react-i18next'
import type { Handle } from '#app/server/trees.ts'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { usePage } from '#app/ui/page-context.tsx'

export const handle = { access: 'admin.dashboard.view', title: 'menu.dashboard' } satisfies Handle

export const loader = () => null

export default function Dashboard() {
  const { t } = useTranslation()
  const { organisation } = usePage()
  return <PageHeader title={t('menu.dashboard')} subtitle={organisation.name} />
}
