import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { signerOf } from '#app/domain/core/signatures/signing-keys.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import type { Environment } from '#app/environment.ts'
import type { Source } from '#app/print/sheets.tsx'

/** Whose papers a job prints, what signs them, and what opens what is printed on them. */
export function sourceOf(
  entity: { subdomain: string; schema_name: string },
  environment: Pick<Environment, 'mainHost' | 'secure' | 'appKey' | 'olderKeys'>,
): Source {
  const ring = environmentKeyring(environment)
  return {
    origin: originOf(entity, environment),
    signer: signerOf(ring),
    keys: { ring, place: entity.schema_name },
  }
}
