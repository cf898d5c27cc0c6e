import { type Permission, roles as ranks } from '#app/domain/core/access/access.ts'
import { daysBetween, formatTime } from '#app/domain/core/dates.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { textIn } from '#app/domain/core/translated.ts'
import { firstNotice } from '#app/domain/platform/subscriptions/subscription.ts'
import { defaultLocale } from '#app/i18n/locales.ts'
import { operatorMenu } from '#app/menu/operator-menu.ts'
import { tenantMenu, visibleMenu } from '#app/menu/visible-menu.ts'
import { brandPicture, paths } from '#app/paths.ts'
import type { Profile } from '#app/server/routing/gate.ts'
import type { PageInfo } from '#app/ui/core/page-context.tsx'
import type { RequestContext } from './context.ts'
import type { ToDoCount } from './to-do-counts.ts'

/** `toDos`: what is counted beside the menu, in addition to messages. */
export function pageInfo(context: RequestContext, request: Request, toDos: readonly ToDoCount[]): PageInfo {
  const { site, session, nonce, requestId, locale, flash } = context
  const { pathname, search } = new URL(request.url)
  const tenant = site.side === 'tenant' ? site.entity : undefined
  const isOwn = (permission: Permission) => context.scope(permission).scope === 'own'
  const has = (feature: FeatureCode) => tenant?.features.includes(feature) ?? true
  const unread = session?.kind === 'user' ? session.unread : 0
  const waiting = [...toDos, { list: paths.inbox.list(), count: unread }]
  const menu = tenant
    ? visibleMenu(tenantMenu(context.actor.roles), { may: context.can, isOwn, has }, pathname, waiting)
    : visibleMenu(operatorMenu, { may: context.operatorCan }, pathname, waiting)
  return {
    nonce,
    requestId,
    locale,
    side: site.side,
    origin: site.origin,
    path: pathname + search,
    organisation: {
      name: tenant?.name ?? 'Lunas',
      locale: tenant?.default_locale ?? defaultLocale,
      logo: brandPicture('logo', tenant?.logo_file ?? null),
      banner: brandPicture('banner', tenant?.header_banner_file ?? null),
      background: brandPicture('background', tenant?.background_file ?? null),
      colour: tenant?.theme_colour ?? null,
      href: tenant
        ? paths.dashboard()
        : session?.kind === 'operator'
          ? paths.admin.dashboard()
          : paths.admin.home(),
      contact: tenant
        ? {
            phone: tenant.contact_phone,
            email: tenant.contact_email,
            hours: textIn(tenant, 'opening_hours', locale),
          }
        : null,
    },
    user: userOf(session),
    ...(isUnasked(session) && isDashboard(pathname) ? { asksLanguage: true } : {}),
    menu: inside.includes(context.profile) ? menu : null,
    flash: flash ?? null,
    ...(session?.kind === 'helper'
      ? { helper: { name: session.name, until: formatTime(session.ends_at, locale) } }
      : {}),
    ...overFor(context),
  }
}

const isUnasked = (session: RequestContext['session']) =>
  (session?.kind === 'user' || session?.kind === 'operator') && !session.locale_chosen

/** Where signing in leads to; on any other page the question would be in the way of what the person came for. */
const isDashboard = (path: string) => path === paths.dashboard() || path === paths.admin.dashboard()

const inside: readonly Profile[] = ['user', 'operator', 'helper']

function userOf(session: RequestContext['session']): PageInfo['user'] {
  if (session?.kind === 'user') {
    const { user_id: id, name, roles, avatar_file, profiles, profile } = session
    const ranked = roles.toSorted((a, b) => ranks.indexOf(a) - ranks.indexOf(b))
    return { name, roles: ranked, account: { id, avatar_file, profiles, profile } }
  }
  if (session?.kind === 'operator') return { name: session.name, roles: [session.role] }
  if (session?.kind === 'helper') return { name: session.name, roles: ['helper'] }
  return null
}

/** In the grace it is the managers' business; once something is shut, everybody's who works there. */
function overFor({ site, actor, can, today }: RequestContext): Pick<PageInfo, 'over' | 'ending'> {
  const { stage, ends_on } = site.side === 'tenant' ? site.entity : { stage: null, ends_on: null }
  if ((stage === 'active' || stage === 'trial') && ends_on !== null && can('subscription.view')) {
    const days = daysBetween(today, ends_on)
    return days >= 0 && days <= firstNotice ? { ending: { days, on: ends_on } } : {}
  }
  if (stage === 'grace') return can('subscription.view') ? { over: stage } : {}
  const works = actor.roles.some((role) => role !== 'parent')
  return works && (stage === 'limited' || stage === 'ended') ? { over: stage } : {}
}
