import { expect } from 'vitest'
import { databaseTime } from '#app/domain/core/clock.ts'
import type { Tenant } from './tenant.ts'

/** Does some work, in the course of which, by the clock of the database, this moment must lie. */
export async function expectDuring(
  { read }: Pick<Tenant, 'read'>,
  work: () => Promise<unknown>,
  moment: () => Promise<Date>,
): Promise<void> {
  const began = await read(databaseTime)
  await work()
  const inOrder = [began, await moment(), await read(databaseTime)]
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one.getTime() - other.getTime()))
}
