import { ringOf } from '#app/domain/secrets.server.ts'
import { signerOf } from '#app/domain/signatures/signing-keys.server.ts'
import { environment } from '#app/environment.ts'
import type { Source } from '#app/print/sheets.server.tsx'

/** An organisation's papers, signed with the key of this run. */
export const sourceAt = (origin: string): Source => ({ origin, signer: signerOf(ringOf(environment)) })
