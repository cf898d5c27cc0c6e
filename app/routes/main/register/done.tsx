import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { platformSeller } from '#app/domain/platform/platform-invoices/online-payment.ts'
import { submittedRegistration } from '#app/domain/platform/registrations/find-registrations.ts'
import { environment } from '#app/environment.ts'
import { paths } from '#app/paths.ts'
import { draftByCode } from '#app/server/front/at-step.ts'
import { codeOf, unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** It is handed in: its reference, what is to be paid, and how it stands. */
export const handle = { access: 'guest', title: 'front.done.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = codeOf(params, 'not_found.draft')
  const { registration_id } = await draftByCode(context, code)
  if (!registration_id) throw redirect(paths.front.resume(code))
  const db = await context.read()
  const [registration, seller] = await Promise.all([
    submittedRegistration(db, registration_id),
    platformSeller(db),
  ])
  return { ...registration, online: seller !== null, address: originOf(registration, environment) }
}

export default function Done() {
  const { status, reference, address, total_sen, online, ...told } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const on = (day: string) => formatDate(day, locale)
  const pending = status === 'pending'
  const unpaid = told.invoice_status === 'unpaid' || told.invoice_status === 'pending'
  const owes = status !== 'rejected' && total_sen !== null && unpaid
  return (
    <NarrowFrame>
      <MessagePage
        title={t(`front.done.heading.${status as 'pending'}`)}
        tone={status === 'rejected' ? 'off' : 'good'}
        text={t(`front.done.next.${status as 'pending'}`, { address: told.contact_email })}
        actions={
          status === 'approved' ? (
            <LinkButton href={address} look="primary">
              {t('front.done.open')}
            </LinkButton>
          ) : undefined
        }
      />
      <Facts
        items={[
          { label: t('front.done.reference'), value: reference },
          { label: t('front.organisation_name'), value: told.organisation_name },
          { label: t('front.package_id'), value: told.package_name },
          status !== 'rejected' && { label: t('front.address'), value: address },
          pending &&
            owes && {
              label: t('front.done.reserved_until'),
              value: on(todayIn(told.reserved_until)),
            },
          status === 'rejected' && {
            label: t('common.field.reason'),
            value: told.reject_reason ?? t('registration.lapsed'),
          },
        ]}
      />
      {owes && (
        <Section title={t('front.done.invoice')}>
          <Facts
            items={[
              { label: t('front.done.invoice_number'), value: told.invoice_number },
              { label: t('common.field.amount'), value: formatRinggit(total_sen) },
              { label: t('front.done.due_on'), value: told.due_on && on(told.due_on) },
            ]}
          />
          {online && told.invoice_code && (
            <div className="actions">
              <LinkButton href={paths.billing.pay(told.invoice_code)} look="primary">
                {t(told.invoice_status === 'pending' ? 'billing.see_payment' : 'billing.pay')}
              </LinkButton>
            </div>
          )}
          <p>{t(`front.done.${online ? 'how_to_pay_online' : 'how_to_pay'}`)}</p>
        </Section>
      )}
      <p className="quiet small">{t('front.done.keep')}</p>
    </NarrowFrame>
  )
}
