import { faultsOf } from '#tests/support/product/safe-headers.ts'
import type { Answer } from '../answer.ts'

/** Whatever comes of a request, its answer has the headers that keep it safe. */
export function headers({ headers }: Answer): string | undefined {
  const faults = faultsOf(headers)
  return faults.length > 0 ? `has headers that are wrong: ${faults.join('; ')}` : undefined
}
