import type { PortalOf } from '#app/domain/einvoice/documents/portal-link.ts'
import { environment } from '#app/environment.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'

/** The addresses of the tax portal, or of its sandbox where that stands in. */
export const portalOf: PortalOf = (which) => portalConfig(environment, which)
