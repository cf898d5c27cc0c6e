import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { missingFeatures, type PagedFeature } from '#app/domain/platform/features/feature-rows.ts'
import { ownSubscription } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { movesSubscription } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { featurePages } from '#app/server/features/feature-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { InvoiceTable, OpenInvoice } from '#app/ui/platform/subscription/Invoices.tsx'

/** What the organisation has subscribed to, what of it is used, and what is to pay. */
export const handle = { access: 'subscription.view', title: 'subscription.own.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [own, missing] = await Promise.all([ownSubscription(db, tenantOf(context).id), missingFeatures(db)])
  const { origin } = context.services.sites.main
  return {
    own,
    missing: missing.map(({ code, packages, has_rows }) => ({
      ...{ code, packages },
      earlier: has_rows ? (featurePages[code as PagedFeature]?.[0] ?? null) : null,
    })),
    pay: own?.online ? own.open.map(({ public_code }) => origin + paths.billing.pay(public_code)) : [],
    may: { renew: context.can('subscription.renew'), print: context.can('subscription.print') },
  }
}

type Own = NonNullable<Awaited<ReturnType<typeof ownSubscription>>>

export default function OwnSubscription() {
  const { own, missing, pay, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const back = { label: t('setting.title'), href: paths.setting.index() }
  const title = t('subscription.own.title')
  if (!own)
    return (
      <ViewPage title={title} back={back}>
        <EmptyState title={t('subscription.none')} hint={t('subscription.own.none')} />
      </ViewPage>
    )
  const { held, open, invoices, features } = own
  const to = paths.setting
  return (
    <ViewPage
      title={title}
      subtitle={t('subscription.own.hint')}
      back={back}
      status={<StatusBadge status={held.status} />}
      actions={
        may.renew &&
        !open.some(movesSubscription) &&
        held.next_yearly_fee_sen !== 0 && (
          <>
            <LinkButton href={to.subscriptionRenew()} look="primary">
              {t('subscription.renew')}
            </LinkButton>
            {held.status === 'active' && !held.next_package_id && (
              <LinkButton href={to.subscriptionUpgrade()}>{t('subscription.own.upgrade')}</LinkButton>
            )}
            {own.free_on_offer && !held.next_package_id && (
              <LinkButton href={to.subscriptionFree()}>{t('subscription.own.go_free')}</LinkButton>
            )}
          </>
        )
      }
    >
      {open.map((invoice, index) => (
        <OpenInvoice
          key={invoice.id}
          invoice={invoice}
          transfer={own.transfer}
          pay={pay[index] ?? null}
          may={may}
        />
      ))}
      <HeldFacts held={held} mayRenew={may.renew} />
      {!may.renew && <p className="quiet">{t('subscription.own.only_owner')}</p>}
      <Section title={t('subscription.own.limits')}>
        <Facts
          items={[
            ...own.used.map(({ noun, has, limit }) => ({
              label: t(`subscription.own.limit.${noun}`),
              value:
                limit === null
                  ? t('subscription.own.used_free', { has })
                  : t('subscription.own.used', { has, limit }),
            })),
            { label: t('subscription.own.limit.storage'), value: storageWords(own.storage, t) },
          ]}
        />
      </Section>
      <Section title={t('subscription.own.features')}>
        <p>{features.map((code) => t(`feature.name.${code}`)).join(', ')}</p>
      </Section>
      {missing.length > 0 && (
        <Section title={t('subscription.own.missing')} id="missing">
          <Facts
            items={missing.map(({ code, packages, earlier }) => ({
              label: t(`feature.name.${code}`),
              value: (
                <>
                  {t('subscription.own.missing_in', { packages })}
                  {earlier && (
                    <>
                      {' · '}
                      <a href={earlier}>{t('subscription.own.earlier')}</a>
                    </>
                  )}
                </>
              ),
            }))}
          />
        </Section>
      )}
      <Section title={t('subscription.own.invoices')}>
        <InvoiceTable
          rows={invoices}
          open={may.print ? ({ id }) => to.subscriptionInvoice(id) : undefined}
          actions={may.print ? ({ id }) => <a href={to.subscriptionFile(id)}>PDF</a> : undefined}
        />
      </Section>
    </ViewPage>
  )
}

/** Megabytes with one place behind the point, rounded up: what is there is never nothing. */
function storageWords({ bytes, limit_mb }: Own['storage'], t: TFunction) {
  const has = (Math.ceil(bytes / 100_000) / 10).toFixed(1)
  return limit_mb === null
    ? t('subscription.own.stored_free', { has })
    : t('subscription.own.stored', { has, limit: formatCount(limit_mb) })
}

function HeldFacts({ held, mayRenew }: { held: Own['held']; mayRenew: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const auto = t(`subscription.auto_renew_${held.auto_renew ? 'on' : 'off'}`)
  return (
    <>
      <Facts
        items={[
          { label: t('subscription.package'), value: held.package },
          { label: t('subscription.yearly_fee'), value: formatRinggit(held.yearly_fee_sen) },
          { label: t('subscription.expires_on'), value: formatDate(held.expires_on, locale) },
          held.next_package !== null && {
            label: t('subscription.next_package'),
            value: t('subscription.next_package_from', {
              package: held.next_package,
              date: formatDate(held.next_package_on!, locale),
            }),
          },
          { label: t('subscription.credit'), value: formatCount(held.credit) },
          held.yearly_fee_sen > 0 &&
            held.next_yearly_fee_sen !== 0 && { label: t('subscription.auto_renew'), value: auto },
        ]}
      />
      {mayRenew && held.next_yearly_fee_sen === 0 && (
        <div className="actions">
          <PostButton
            action={paths.setting.subscriptionKeep()}
            fields={{ version: String(held.version) }}
            look="primary"
          >
            {t('subscription.own.keep', { package: held.package })}
          </PostButton>
        </div>
      )}
      {mayRenew && held.yearly_fee_sen > 0 && held.next_yearly_fee_sen !== 0 && (
        <div className="actions">
          <PostButton
            action={paths.setting.subscriptionAuto()}
            fields={{ version: String(held.version), ...(held.auto_renew ? {} : { auto_renew: 'on' }) }}
          >
            {t(`subscription.own.${held.auto_renew ? 'stop' : 'start'}_auto`)}
          </PostButton>
        </div>
      )}
    </>
  )
}
