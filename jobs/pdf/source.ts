import { originOf } from '#app/domain/entities/origin.ts'
import { ringOf } from '#app/domain/secrets.server.ts'
import { signerOf } from '#app/domain/signatures/signing-keys.server.ts'
import type { Environment } from '#app/environment.ts'
import type { Source } from '#app/print/sheets.server.tsx'

/** Whose papers a job prints, and what signs them. */
export function sourceOf(
  entity: { subdomain: string },
  environment: Pick<Environment, 'mainHost' | 'secure' | 'appKey' | 'olderKeys'>,
): Source {
  return { origin: originOf(entity, environment), signer: signerOf(ringOf(environment)) }
}
