import type { LoaderFunctionArgs } from '@remix-run/node'
import { publishedKeys } from '#app/domain/core/signatures/signing-keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

/**
 * The keys with which papers were ever signed, newest first, as JSON Web Keys (RFC 8037): who keeps them checks a paper
 * without us.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const keys = (await publishedKeys(await context.read())).map(({ id, public_key, created_at }) => ({
    ...{ kid: id, kty: 'OKP', crv: 'Ed25519', use: 'sig', x: public_key.toString('base64url') },
    since: created_at.toISOString(),
  }))
  return Response.json({ keys }, { headers: { 'access-control-allow-origin': '*' } })
}
