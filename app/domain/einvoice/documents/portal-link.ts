import { type EInvoiceState, isValid } from '#app/domain/core/invoicing/einvoice-state.ts'
import { type PortalConfig, shareLink } from '#app/integrations/myinvois/config.ts'
import type { PortalEnvironment } from '../words.ts'

type Linked = Pick<EInvoiceState, 'status' | 'environment' | 'uuid' | 'long_id'>

/** The addresses of the tax portal by its environment. */
export type PortalOf = (environment: PortalEnvironment) => PortalConfig

/**
 * The page of the tax portal for a document, which its QR code leads to; null while it is not valid, or the portal has not said
 * where the page is.
 */
export function portalLink(
  { status, environment, uuid, long_id }: Linked,
  portalOf: PortalOf,
): string | null {
  return isValid(status) && uuid && long_id ? shareLink(portalOf(environment), uuid, long_id) : null
}
