import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { signerOf } from '#app/domain/core/signatures/signing-keys.ts'
import { environment } from '#app/environment.ts'
import { type PortalEnvironment, portalConfig } from '#app/integrations/myinvois/config.ts'
import type { Source } from '#app/print/sheets.tsx'

/** An organisation's papers, signed with the key of this run; `place`: its schema, where something sealed is printed. */
export function sourceAt(origin: string, place = 'nowhere'): Source {
  const ring = environmentKeyring(environment)
  const portalOf = (which: PortalEnvironment) => portalConfig(environment, which)
  return { origin, signer: signerOf(ring), portalOf, keys: { ring, place } }
}
