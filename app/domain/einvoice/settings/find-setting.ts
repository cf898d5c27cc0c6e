import type { Kysely, Selectable } from 'kysely'
import type { DB, EinvoiceSetting } from '#db/types.ts'
import type { DocumentVersion, IdType, PortalEnvironment } from '../words.ts'

/** Pending: not tested since it was changed; validated: the connection test passed; failed: it did not, or logins were refused. */
export const settingStatuses = ['pending', 'validated', 'failed'] as const
export type SettingStatus = (typeof settingStatuses)[number]

/** With the organisation's own credentials, or with those of a provider that submits on its behalf. */
export const modes = ['direct', 'intermediary'] as const
export type Mode = (typeof modes)[number]

/** Which event decides the month an invoice is reported in. */
export const bases = ['on_paid', 'on_issue'] as const
export type Basis = (typeof bases)[number]

export const autoSubmits = ['off', 'on_paid', 'on_issue'] as const
export type AutoSubmit = (typeof autoSubmits)[number]

export const qrPositions = ['top', 'bottom'] as const
export type QrPosition = (typeof qrPositions)[number]

const sealedColumns = [
  'id_value_sealed',
  'secret_sealed',
  'second_secret_sealed',
  'certificate_key_sealed',
] as const
type SealedColumn = (typeof sealedColumns)[number]

/** The whole row; its secrets are sealed. For `secrets.ts` and for what saves it: never for a page. */
export interface SealedSetting
  extends Omit<
    Selectable<EinvoiceSetting>,
    | 'id_type'
    | 'environment'
    | 'mode'
    | 'document_version'
    | 'basis'
    | 'auto_submit'
    | 'qr_position'
    | 'status'
  > {
  id_type: IdType
  environment: PortalEnvironment
  mode: Mode
  document_version: DocumentVersion
  basis: Basis
  auto_submit: AutoSubmit
  qr_position: QrPosition
  status: SettingStatus
}

/** The organisation towards the portal, without its secrets: whether they are there is in `has`. */
export interface Setting extends Omit<SealedSetting, SealedColumn> {
  has: { idValue: boolean; secret: boolean; secondSecret: boolean; certificate: boolean }
}

/** The one row; undefined before e-invoicing is set up. */
export async function findSealedSetting(db: Kysely<DB>): Promise<SealedSetting | undefined> {
  return (await db.selectFrom('einvoice_setting').selectAll().executeTakeFirst()) as SealedSetting | undefined
}

/** The same without its secrets. */
export async function findSetting(db: Kysely<DB>): Promise<Setting | undefined> {
  const row = await findSealedSetting(db)
  return row && withoutSecrets(row)
}

export function withoutSecrets(row: SealedSetting): Setting {
  const { id_value_sealed, secret_sealed, second_secret_sealed, certificate_key_sealed, ...open } = row
  return {
    ...open,
    has: {
      idValue: id_value_sealed !== null,
      secret: secret_sealed !== null,
      secondSecret: second_secret_sealed !== null,
      certificate: certificate_key_sealed !== null,
    },
  }
}

/** Documents are sent only once the connection test has passed. */
export const maySubmit = (setting: Pick<Setting, 'status'> | undefined) => setting?.status === 'validated'
