import { mailtoOf, telOf } from '#app/domain/core/contact/links.ts'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'

/** A number that a telephone dials at a touch; nothing where there is none. */
export function Phone({ number }: { number: string | null | undefined }) {
  if (!number) return null
  return (
    <a href={telOf(number)} className="number">
      {unbrokenPhone(number)}
    </a>
  )
}

/** An address that begins a mail at a touch; nothing where there is none. */
export function Email({ address }: { address: string | null | undefined }) {
  return address ? <a href={mailtoOf(address)}>{address}</a> : null
}
