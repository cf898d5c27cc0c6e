import { originOf } from '#app/domain/entities/origin.ts'
import { ringOf } from '#app/domain/secrets.server.ts'
import { signerOf } from '#app/domain/signatures/signing-keys.server.ts'
import type { Environment } from '#app/environment.ts'
import type { Source } from '#app/print/sheets.server.tsx'

/** Whose papers a job prints, what signs them, and what opens what is printed on them. */
export function sourceOf(
  entity: { subdomain: string; schema_name: string },
  environment: Pick<Environment, 'mainHost' | 'secure' | 'appKey' | 'olderKeys'>,
): Source {
  const ring = ringOf(environment)
  return {
    origin: originOf(entity, environment),
    signer: signerOf(ring),
    keys: { ring, place: entity.schema_name },
  }
}
