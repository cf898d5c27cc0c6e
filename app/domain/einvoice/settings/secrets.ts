import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Keys, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import type { SealedSetting } from './find-setting.ts'

type Column = 'id_value_sealed' | 'secret_sealed' | 'second_secret_sealed' | 'certificate_key_sealed'

const cell = (place: string, row: string, column: Column): SecretCell => {
  return { place, table: 'einvoice_setting', column, row }
}

/** Seals a value for its column of the row `id`; it opens nowhere else. */
export const sealFor = ({ ring, place }: Keys, id: string, column: Column, value: string): string =>
  seal(ring, cell(place, id, column), value)

type Sealed<C extends Column> = Pick<SealedSetting, 'id' | C>

function opened<C extends Column>({ ring, place }: Keys, row: Sealed<C>, column: C): string | null {
  const sealed: string | null = row[column]
  return sealed === null ? null : open(ring, cell(place, row.id, column), sealed)
}

/** The registration number, or the identity number of a sole proprietor; null before the company is entered. */
export const idValueOf = (keys: Keys, row: Sealed<'id_value_sealed'>) => opened(keys, row, 'id_value_sealed')

export interface PortalCredentials {
  clientId: string
  /** The second one is tried when the portal refuses the first. */
  secrets: [first: string, second?: string]
  /** The taxpayer whom an intermediary logs in for: its TIN, with the registration number of a sole proprietor after a colon. */
  onBehalfOf?: string
}

type Credentialed = Pick<SealedSetting, 'id' | 'client_id' | 'mode' | 'tin' | 'id_type'> &
  Sealed<'secret_sealed' | 'second_secret_sealed' | 'id_value_sealed'>

/**
 * How to log in at the portal; undefined while the client id or the secret is missing. Refuses (SecretUnreadable) a secret of
 * another row.
 */
export function portalCredentials(keys: Keys, row: Credentialed): PortalCredentials | undefined {
  const first = opened(keys, row, 'secret_sealed')
  if (!row.client_id || !first) return undefined
  const second = opened(keys, row, 'second_secret_sealed')
  const credentials: PortalCredentials = {
    clientId: row.client_id,
    secrets: second ? [first, second] : [first],
  }
  return row.mode === 'intermediary' && row.tin
    ? { ...credentials, onBehalfOf: representedTin(row.tin, row.id_type, idValueOf(keys, row)) }
    : credentials
}

/** The portal knows a sole proprietor by the tax number of the person and the registration of the business. */
function representedTin(tin: string, idType: string, idValue: string | null): string {
  return tin.startsWith('IG') && idType === 'BRN' && idValue ? `${tin}:${idValue}` : tin
}

/** What signs documents of version 1.1; undefined without a certificate. */
export function signerOf(
  keys: Keys,
  row: Pick<SealedSetting, 'id' | 'certificate'> & Sealed<'certificate_key_sealed'>,
): { certificateDer: Buffer; key: KeyObject } | undefined {
  const key = opened(keys, row, 'certificate_key_sealed')
  if (!row.certificate || !key) return undefined
  return {
    certificateDer: Buffer.from(row.certificate, 'base64'),
    key: createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }),
  }
}

/** By which a person recognises a secret that is never shown: its last four characters. */
export function secretEndings(
  keys: Keys,
  row: Sealed<'secret_sealed' | 'second_secret_sealed'>,
): { first: string | null; second: string | null } {
  const ending = (secret: string | null) => secret?.slice(-4) ?? null
  return {
    first: ending(opened(keys, row, 'secret_sealed')),
    second: ending(opened(keys, row, 'second_secret_sealed')),
  }
}
