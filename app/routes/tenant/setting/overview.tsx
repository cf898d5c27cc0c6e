import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#app/domain/core/access/access.ts'
import { nextToSetUp, type SetUpState, setUpStates } from '#app/domain/organisation/set-up/set-up.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { featureMissingFor } from '#app/server/features/feature-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'

export const handle = { access: 'registration_setting.view', title: 'setting.title' } satisfies Handle

/** What can be set, with `setting.<name>.title` and `.about` as its words, in the order in which one begins. */
const sections: { name: string; href: string; permission: Permission }[] = [
  { name: 'contact', href: paths.setting.contact(), permission: 'entity.edit' },
  { name: 'subscription', href: paths.setting.subscription(), permission: 'subscription.view' },
  { name: 'brand', href: paths.setting.brand(), permission: 'branding.view' },
  { name: 'year', href: paths.setting.year(), permission: 'entity.edit' },
  { name: 'bank', href: paths.setting.bank(), permission: 'bank.view' },
  { name: 'invoice', href: paths.setting.invoice(), permission: 'invoice_setting.view' },
  { name: 'payment', href: paths.setting.payment(), permission: 'invoice_setting.view' },
  { name: 'chip', href: paths.setting.chip(), permission: 'gateway.view' },
  { name: 'duitnow', href: paths.setting.duitnow(), permission: 'gateway.view' },
  { name: 'counter', href: paths.setting.counter(), permission: 'invoice_setting.edit' },
  { name: 'generation', href: paths.setting.generation(), permission: 'invoice_setting.view' },
  { name: 'reminder', href: paths.setting.reminder(), permission: 'invoice_setting.view' },
  { name: 'registration', href: paths.setting.registration(), permission: 'registration_setting.view' },
  { name: 'application', href: paths.setting.application(), permission: 'registration_setting.edit' },
  { name: 'mail', href: paths.setting.mail(), permission: 'smtp.view' },
  { name: 'domain', href: paths.setting.domain(), permission: 'domain.view' },
  { name: 'help', href: paths.setting.help(), permission: 'support.view' },
  { name: 'labels', href: paths.setting.label(), permission: 'label.view' },
]

/** How far a section is set up; nothing for what works as it comes. */
const tones: Record<SetUpState, Tone> = {
  done: 'good',
  failed: 'bad',
  partly: 'wait',
  waiting: 'wait',
  missing: 'wait',
  usual: 'draft',
  off: 'draft',
}

export async function loader({ context }: LoaderFunctionArgs) {
  const states = await setUpStates(await context.read(), tenantOf(context).id)
  const seen = sections
    .filter(({ permission, href }) => context.can(permission) && !featureMissingFor(context, href))
    .map(({ name, href }) => ({ name, href, state: states[name] }))
  // Who may only look has nothing to do here.
  return { seen, next: context.can('entity.edit') ? (nextToSetUp(seen) ?? null) : null }
}

/** What the organisation decides for itself: what is set up, what is missing, and what to do next. */
export default function Settings() {
  const { seen, next } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('setting.title')} subtitle={t('setting.hint')} />
      {next && (
        <Notice tone={next.state === 'failed' ? 'error' : 'info'} title={t('setting.next')}>
          <p>
            <a href={next.href}>{t(`setting.${next.name}.title`)}</a>: {t(`setting.state_hint.${next.state}`)}
          </p>
        </Notice>
      )}
      <ul className="facts settings">
        {seen.map(({ name, href, state }) => (
          <li key={href}>
            <a href={href}>{t(`setting.${name}.title`)}</a>{' '}
            {state && <StatusBadge status={state} words="setting.state" tone={tones[state]} />}
            <p className="quiet">{t(`setting.${name}.about`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
