import { scriptedRoute } from '#tests/support/pages/own-script.ts'
import { faultsOf } from '#tests/support/product/safe-headers.ts'
import type { Answer } from '../answer.ts'

/** Whatever comes of a request, its answer has the headers that keep it safe. */
export function headers({ headers, one }: Answer): string | undefined {
  const faults = faultsOf(headers, one.route.id.endsWith(scriptedRoute))
  return faults.length > 0 ? `has headers that are wrong: ${faults.join('; ')}` : undefined
}
