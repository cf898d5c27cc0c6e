import { areas } from '#app/addresses/areas.ts'
import type { Pages } from '#app/addresses/pages.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { paths } from '#app/paths.ts'

interface ObjectPage {
  permission: Access
  href: (id: string) => string
}

const { admin, platform, api, ...ofTenants } = areas

/** Objects that are called by the name of their pages are found by it; the others are named here. */
const tenantPages: Record<string, ObjectPage> = {
  ...viewPages(Object.assign({}, ...Object.values(ofTenants)), paths),
  archive: { permission: 'month.print', href: paths.year_archive.view },
  accounting_account: { permission: 'month.print', href: () => paths.accounting_export.accounts() },
  cash_drawer: { permission: 'collection.view', href: paths.drawer.view },
  payment_attempt: { permission: 'payment.enquire', href: paths.attempt.view },
  payment_exception: { permission: 'payment_exception.view', href: paths.exception.view },
  month_closing: { permission: 'month.view', href: () => paths.month.list() },
  chip_account: { permission: 'gateway.view', href: () => paths.setting.chip() },
  einvoice_setting: { permission: 'einvoice_setting.view', href: () => paths.einvoiceSetting.index() },
  einvoice_obligation: {
    permission: 'einvoice_setting.view',
    href: () => paths.einvoiceSetting.obligation(),
  },
  audit_log: { permission: 'audit.view', href: () => paths.log.verify() },
}

const platformPages: Record<string, ObjectPage> = {
  ...viewPages(admin, paths.admin),
  job: { permission: 'admin.job.view', href: paths.admin.jobView },
  payment_exception: { permission: 'admin.payment_exception.view', href: paths.admin.exception.view },
  payout_adjustment: { permission: 'admin.payout.view', href: paths.admin.payoutAdjustment.view },
  audit_log: { permission: 'admin.audit.view', href: () => paths.admin.log.verify() },
}

/** The page `view` of each noun that has one for an id. */
function viewPages(nouns: Record<string, Pages>, builders: object): Record<string, ObjectPage> {
  const to = builders as Record<string, { view(id: string): string }>
  return Object.fromEntries(
    Object.entries(nouns).flatMap(([name, { pages }]) =>
      pages.view?.address.endsWith('/:id')
        ? [[name, { permission: pages.view.access, href: (id: string) => to[name]!.view(id) }]]
        : [],
    ),
  )
}

/** Null when there is none, or the reader may not open it. */
export function objectPage(
  type: string,
  id: string | null,
  may: (permission: Permission) => boolean,
): string | null {
  return pageOf(tenantPages[type], id ?? '', may)
}

export function platformObjectPage(
  type: string,
  id: string | null,
  may: (permission: OperatorPermission) => boolean,
): string | null {
  return pageOf(platformPages[type], id ?? '', may)
}

function pageOf<P extends Permission | OperatorPermission>(
  page: ObjectPage | undefined,
  id: string,
  may: (permission: P) => boolean,
) {
  return page && may(page.permission as P) ? page.href(id) : null
}
