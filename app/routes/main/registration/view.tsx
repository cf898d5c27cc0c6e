import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { registration } from '#app/domain/platform/registrations/find-registrations.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** All that an organisation said of itself, and its papers, to be compared. */
export const handle = { access: 'admin.registration.view', title: 'registration.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.registration')
  const row = await registration(await context.read(), context.services.ring, id)
  const open = row.stands === 'pending' || row.stands === 'failed'
  return {
    row,
    mayDecide: open && context.operatorCan('admin.registration.decide'),
    // An organisation that was let in to try it pays later.
    mayBill: (open || row.stands === 'approved') && context.operatorCan('admin.subscription.edit'),
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function ViewRegistration() {
  const loaded = useLoaderData<typeof loader>()
  const { row } = loaded
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.organisation_name}
      subtitle={`${row.reference} · ${formatInstant(row.created_at, locale)}`}
      back={{ label: t('registration.plural'), href: paths.admin.registration.list() }}
      status={<StatusBadge status={row.stands} />}
      actions={loaded.mayDecide || loaded.mayBill ? <Verbs {...loaded} /> : null}
    >
      {row.stands === 'making' ? <Notice>{t('registration.making')}</Notice> : null}
      {row.approval_fault ? (
        <Notice tone="error">
          {t('registration.failed', { why: t(`refusal.${row.approval_fault}`, { defaultValue: '' }) })}
        </Notice>
      ) : null}
      {row.stands === 'rejected' ? <Notice>{row.reject_reason ?? t('registration.lapsed')}</Notice> : null}
      {row.entity_id ? (
        <p>
          <a href={paths.admin.entity.view(row.entity_id)}>{t('registration.organisation_page')}</a>
        </p>
      ) : null}
      <Said row={row} />
      <Section title={t('registration.money')}>
        <Facts
          columns={2}
          items={[
            { label: t('registration.package'), value: row.package_name },
            {
              label: t('registration.fee'),
              value: t(`registration.fees.${row.invoice_status ?? 'free'}`),
            },
            row.total_sen !== null && {
              label: `${t('registration.invoice')} ${row.invoice_number}`,
              value: formatRinggit(row.total_sen),
            },
            row.due_on !== null && { label: t('registration.due_on'), value: formatDate(row.due_on, locale) },
            row.paid_on !== null && {
              label: t('registration.paid_on'),
              value: `${formatDate(row.paid_on, locale)} · ${row.invoice_reference ?? ''}`,
            },
            { label: t('registration.bank_name'), value: row.bank_name },
            { label: t('registration.account_name'), value: row.account_name },
            { label: t('registration.account_number'), value: row.account_number },
          ]}
        />
      </Section>
      <Section title={t('registration.documents')}>
        {row.files.length > 0 ? (
          <ul>
            {row.files.map(({ id, kind, name }) => (
              <li key={id}>
                {t(`registration.kinds.${kind}`)}:{' '}
                <a href={paths.admin.registration.document(row.id, id)}>{name}</a>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t('registration.no_documents')}</p>
        )}
      </Section>
    </ViewPage>
  )
}

function Said({ row }: Pick<Loaded, 'row'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      columns={2}
      items={[
        { label: t('registration.company_name'), value: row.company_name },
        { label: t('registration.registration_number'), value: row.registration_number },
        { label: t('registration.type'), value: t(`registration.types.${row.organisation_type}`) },
        { label: t('registration.subdomain'), value: row.subdomain },
        { label: t('registration.contact_name'), value: row.contact_name },
        { label: t('registration.contact_phone'), value: <Phone number={row.contact_phone} /> },
        { label: t('registration.contact_email'), value: <Email address={row.contact_email} /> },
        { label: t('registration.address'), value: row.address.join(', ') },
        { label: t('registration.reserved_until'), value: formatInstant(row.reserved_until, locale) },
        row.custom_domain !== null && { label: t('registration.custom_domain'), value: row.custom_domain },
        row.smtp_host !== null && { label: t('registration.smtp_host'), value: row.smtp_host },
        row.gateway_brand_id !== null && {
          label: t('registration.gateway_brand_id'),
          value: row.gateway_brand_id,
        },
        row.decided_at !== null && {
          label: t('registration.decided_at'),
          value: `${formatInstant(row.decided_at, locale)} · ${row.decider ?? 'Lunas'}`,
        },
      ]}
    />
  )
}

/** A fee that is open must be paid or waived first, unless the package may be tried. */
function Verbs({ row, mayDecide, mayBill }: Loaded) {
  const { t } = useTranslation()
  const to = paths.admin.registration
  const owes = row.invoice_status === 'unpaid' || row.invoice_status === 'pending'
  const approve = (waive: boolean) => (
    <LinkButton href={to.approve(row.id, waive ? { waive: 'on' } : {})} look={waive ? 'plain' : 'primary'}>
      {t(waive ? 'registration.waive' : 'registration.approve')}
    </LinkButton>
  )
  return (
    <>
      {mayDecide && (!owes || row.trial_days > 0) ? approve(false) : null}
      {owes && mayBill ? <LinkButton href={to.paid(row.id)}>{t('registration.fee_paid')}</LinkButton> : null}
      {owes && mayBill && mayDecide ? approve(true) : null}
      {mayDecide ? <LinkButton href={to.edit(row.id)}>{t('common.action.edit')}</LinkButton> : null}
      {mayDecide ? <LinkButton href={to.reject(row.id)}>{t('registration.reject')}</LinkButton> : null}
    </>
  )
}
