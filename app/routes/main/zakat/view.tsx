import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { appointment } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { paths } from '#app/paths.ts'
import { hasLetter } from '#app/server/documents/letter.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What a letter says, and the letter itself, to be compared with the authority. */
export const handle = { access: 'admin.zakat.view', title: 'zakat_appointment.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.zakat_appointment')
  const { letter_key, schema_name, ...row } = await appointment(await context.read(), id)
  const hasFile = await hasLetter(schema_name, letter_key)
  return { row, hasFile, mayDecide: row.status === 'requested' && context.operatorCan('admin.zakat.decide') }
}

export default function ViewAppointment() {
  const { row, hasFile, mayDecide } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.authority}
      subtitle={`${row.entity} · ${row.type_name}`}
      back={{ label: t('zakat_appointment.plural'), href: paths.admin.zakat.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {hasFile && (
            <LinkButton href={paths.admin.zakat.letter(row.id)} look={mayDecide ? 'primary' : 'plain'}>
              {t('zakat_appointment.see_letter')}
            </LinkButton>
          )}
          {mayDecide && (
            <>
              <ConfirmButton
                label={t('zakat_appointment.confirm')}
                text={t('zakat_appointment.confirm_text', {
                  name: row.type_name,
                  date: formatDate(row.valid_to, locale),
                })}
                action={paths.admin.zakat.confirm(row.id)}
                confirm={t('zakat_appointment.confirm')}
                fields={{ version: String(row.version) }}
              />
              <LinkButton href={paths.admin.zakat.refuse(row.id)}>{t('zakat_appointment.refuse')}</LinkButton>
            </>
          )}
        </>
      }
    >
      {row.status === 'requested' && (
        <Notice tone="warning" title={t('zakat_appointment.waits')}>
          <p>{t('zakat_appointment.compare')}</p>
        </Notice>
      )}
      <Facts
        columns={2}
        items={[
          { label: t('collection.entity'), value: row.entity },
          { label: t('zakat_appointment.company'), value: row.company_name },
          { label: t('zakat_appointment.registration_number'), value: row.registration_number },
          { label: t('zakat_appointment.type_name'), value: row.type_name },
          { label: t('zakat_appointment.state'), value: row.state },
          { label: t('zakat_appointment.appointment_no'), value: row.appointment_no },
          { label: t('zakat_appointment.valid_from'), value: formatDate(row.valid_from, locale) },
          { label: t('zakat_appointment.valid_to'), value: formatDate(row.valid_to, locale) },
          { label: t('zakat_appointment.requester'), value: row.requester },
          { label: t('zakat_appointment.requested_at'), value: formatInstant(row.requested_at, locale) },
          row.decided_at !== null && { label: t('zakat_appointment.decider'), value: row.decider },
          row.decided_at !== null && {
            label: t('zakat_appointment.decided_at'),
            value: formatInstant(row.decided_at, locale),
          },
          row.decision_reason !== null && {
            label: t('zakat_appointment.decision_reason'),
            value: row.decision_reason,
            wide: true,
          },
        ]}
      />
    </ViewPage>
  )
}
