import { maskedIdentity } from '#app/domain/identity/accounts/identity.ts'

/** A number with most of its letters hidden; null where none was given. */
export function maskedNumber({
  identity_type,
  identity_no,
}: {
  identity_type: string
  identity_no?: string | undefined
}): string | null {
  return identity_no ? maskedIdentity(identity_type, identity_no) : null
}
