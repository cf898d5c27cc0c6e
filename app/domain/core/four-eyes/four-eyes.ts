import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'

/**
 * Rules that look at the person and not at the role: who may approve a request or cancel a payment may still not do it
 * alone. Somebody without an account (the product itself, in jobs) is nobody's second pair of eyes.
 */
interface Person {
  id: string | null
}

interface Entry {
  created_by: string | null
  received_by: string | null
}

/** The person entered the payment, or is named as who received it. */
export function isOwnEntry({ id }: Person, { created_by, received_by }: Entry): boolean {
  return id !== null && (created_by === id || received_by === id)
}

export function isOwnRequest({ id }: Person, { requested_by }: { requested_by: string | null }): boolean {
  return id !== null && requested_by === id
}

/** Refuses (four_eyes.own_entry), alone or by approving somebody's request. */
export function refuseOwnEntry(actor: Actor, entry: Entry): void {
  if (isOwnEntry(actor, entry)) throw new Refusal('four_eyes.own_entry')
}

/** Refuses (four_eyes.own_request). */
export function refuseOwnRequest(actor: Actor, request: { requested_by: string | null }): void {
  if (isOwnRequest(actor, request)) throw new Refusal('four_eyes.own_request')
}
