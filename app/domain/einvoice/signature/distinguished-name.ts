import { type DerNode, oidOf, textOf } from './der.ts'

/** What the portal's own software calls the attributes of a name; others are written as `OID.` and their number. */
const labels: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'S',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'T',
  '2.5.4.42': 'G',
  '2.5.4.43': 'I',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'E',
}

export const attributes = { serialNumber: '2.5.4.5', organizationIdentifier: '2.5.4.97' } as const

/** One attribute of a name of a certificate; several at one place stand in one list. */
type Rdn = readonly { oid: string; value: string }[]

export function readName(name: DerNode): Rdn[] {
  return name.children.map(({ children }) =>
    children.map((attribute) => {
      const [type, value] = attribute.children
      return { oid: type ? oidOf(type) : '', value: value ? textOf(value) : '' }
    }),
  )
}

/** The value of an attribute; undefined of a name without it, and of an empty one. */
export function attributeOf(name: readonly Rdn[], oid: string): string | undefined {
  return (
    name
      .flat()
      .find((attribute) => attribute.oid === oid)
      ?.value.trim() || undefined
  )
}

/**
 * A name as the portal compares it (DS326 of its signature rules): as .NET writes one, from the end of the certificate's own
 * order to its beginning. Both chains in LHDN's samples are written so, though their orders differ.
 */
export function writeName(name: readonly Rdn[]): string {
  return name
    .toReversed()
    .map((rdn) => rdn.map(({ oid, value }) => `${labels[oid] ?? `OID.${oid}`}=${quoted(value)}`).join(' + '))
    .join(', ')
}

function quoted(value: string): string {
  if (value !== '' && value === value.trim() && !/[,+="\n<>#;]/.test(value)) return value
  return `"${value.replaceAll('"', '""')}"`
}
