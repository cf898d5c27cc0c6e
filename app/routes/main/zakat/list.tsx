import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { appointmentList } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Letters of authorities by which organisations want to collect zakat. */
export const handle = { access: 'admin.zakat.view', title: 'zakat_appointment.plural' } satisfies Handle

export const loader = listLoader(appointmentList)

export default function Appointments() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('zakat_appointment.subtitle')}
      open={({ id }) => paths.admin.zakat.view(id)}
      searchHint={t('zakat_appointment.search_hint')}
      empty={{ title: t('zakat_appointment.none'), hint: t('zakat_appointment.empty_hint') }}
    />
  )
}
