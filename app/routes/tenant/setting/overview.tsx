import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { nextToSetUp, type SetUpState, setUpStates } from '#app/domain/organisation/set-up/set-up.ts'
import { offeredByFeature } from '#app/domain/platform/features/features.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { featureMissingFor, packageOpens } from '#app/server/features/feature-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { hiddenLists, settingGroups } from '#app/server/setting/setting-groups.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'

export const handle = { access: 'registration_setting.view', title: 'setting.title' } satisfies Handle

/** How far a section is set up. */
const tones: Record<SetUpState, Tone> = {
  done: 'good',
  failed: 'bad',
  partly: 'wait',
  waiting: 'wait',
  missing: 'wait',
  usual: 'draft',
  off: 'draft',
}

/** States in which something is there that somebody may want to see, though the package lacks the feature. */
const begun: readonly (SetUpState | undefined)[] = ['done', 'failed', 'partly']

export async function loader({ context }: LoaderFunctionArgs) {
  const { id, features } = tenantOf(context)
  const db = await context.read()
  const [states, packages] = await Promise.all([setUpStates(db, id), offeredByFeature(db)])
  const offered = (feature: FeatureCode) => packages.get(feature) ?? []
  const groups = settingGroups
    .map(({ name, sections }) => ({
      name,
      sections: sections
        .filter(({ permission }) => context.can(permission))
        .map(({ name, href }) => {
          const state = states[name]
          const missing = featureMissingFor(context, href)
          const lacking = missing && { in: offered(missing) }
          return { name, href: lacking && !begun.includes(state) ? null : href, state, lacking }
        }),
    }))
    .filter(({ sections }) => sections.length > 0)
  const open = groups.flatMap(({ sections }) => sections).filter(({ lacking }) => !lacking)
  return {
    groups,
    // Who may only look has nothing to do here.
    next: context.can('entity.edit') ? (nextToSetUp(open) ?? null) : null,
    hidden: await Promise.all(
      hiddenLists
        .filter(({ feature, permission }) => !features.includes(feature) && context.can(permission))
        .map(async ({ feature, href }) => ({
          ...{ feature, in: offered(feature) },
          href: (await packageOpens(context, href)) ? href : null,
        })),
    ),
    maySubscribe: context.can('subscription.view'),
  }
}

/** The settings of the organisation: what is set up, what is missing, and what to do next. */
export default function Settings() {
  const { groups, next, hidden, maySubscribe } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('setting.title')} subtitle={t('setting.hint')} />
      {next?.href && (
        <Notice tone={next.state === 'failed' ? 'error' : 'info'} title={t('setting.next')}>
          <p>
            <a href={next.href}>{t(`setting.${next.name}.title`)}</a>: {t(`setting.state_hint.${next.state}`)}
          </p>
        </Notice>
      )}
      {groups.map(({ name, sections }) => (
        <Section key={name} title={t(`setting.groups.${name}`)}>
          <ul className="facts settings">
            {sections.map(({ name, href, state, lacking }) => (
              <li key={name}>
                {href ? (
                  <a href={href}>{t(`setting.${name}.title`)}</a>
                ) : (
                  <span>{t(`setting.${name}.title`)}</span>
                )}
                <p className="quiet">{t(`setting.${name}.about`)}</p>
                {lacking ? (
                  <Lacking in={lacking.in} maySubscribe={maySubscribe} />
                ) : (
                  state && <StatusBadge status={state} words="setting.state" tone={tones[state]} />
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
      {hidden.length > 0 && (
        <Section title={t('setting.hidden.title')}>
          <ul className="facts settings">
            {hidden.map(({ feature, href, in: names }) => (
              <li key={feature}>
                <span>{t(`feature.name.${feature}`)}</span>
                <p className="quiet">
                  {href ? <a href={href}>{t('setting.hidden.earlier')}</a> : t('setting.hidden.none')}
                </p>
                <Lacking in={names} maySubscribe={maySubscribe} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Which packages hold what this organisation's lacks, and where to change it. */
function Lacking({ in: names, maySubscribe }: { in: readonly string[]; maySubscribe: boolean }) {
  const { t } = useTranslation()
  const [first] = names
  const words = first ? t('setting.in_package', { name: first }) : t('setting.in_no_package')
  return maySubscribe ? (
    <a className="quiet" href={paths.setting.subscription()}>
      {words}
    </a>
  ) : (
    <span className="quiet">{words}</span>
  )
}
