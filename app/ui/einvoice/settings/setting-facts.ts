import type { TFunction } from 'i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** A dot in a key would lead to a group below it. */
export const versionKey = (version: '1.0' | '1.1') => (version === '1.0' ? 'v1_0' : 'v1_1')

export interface ShownCompany {
  name: string | null
  tin: string | null
  id_type: string
  /** As it may be shown: a person's is masked. */
  id_value: string | null
  sst_number: string | null
  msic: string | null
  activity: string | null
  address_line1: string | null
  address_line2: string | null
  address_line3: string | null
  postcode: string | null
  city: string | null
  state: string | null
  phone: string | null
  email: string | null
}

export function companyFacts(row: ShownCompany, t: TFunction): Fact[] {
  return [
    { label: t('einvoice_setting.name'), value: row.name },
    { label: t('einvoice_setting.tin'), value: row.tin },
    { label: t(`einvoice_setting.id_types.${row.id_type}`), value: row.id_value },
    { label: t('einvoice_setting.sst_number'), value: row.sst_number },
    { label: t('einvoice_setting.msic'), value: row.msic },
    { label: t('einvoice_setting.activity'), value: row.activity },
    { label: t('einvoice_setting.address'), value: addressLine(row) || null },
    { label: t('einvoice_setting.phone'), value: row.phone && formatPhone(row.phone) },
    { label: t('einvoice_setting.email'), value: row.email },
  ]
}

export interface ShownSecret {
  /** Its last four characters. */
  ending: string | null
}

export interface ShownConnection {
  environment: string
  mode: string
  intermediary_name: string | null
  intermediary_tin: string | null
  intermediary_brn: string | null
  client_id: string | null
  endings: { first: string | null; second: string | null }
  /** When the secrets were entered, as a plain day, and how many days ago that was. */
  secrets_on: string | null
  age_days: number
  secrets_end_on: string | null
  tested_at: Date | string | null
}

export function connectionFacts(row: ShownConnection, t: TFunction, locale: Locale): (Fact | false)[] {
  const secret = (ending: string | null) =>
    ending && row.secrets_on
      ? t('einvoice_setting.secret_kept', {
          ending,
          date: formatDate(row.secrets_on, locale),
          age: ageOf(row.age_days, t),
        })
      : null
  const { intermediary_name, intermediary_tin, intermediary_brn } = row
  return [
    {
      label: t('einvoice_setting.environment'),
      value: t(`einvoice_setting.environments.${row.environment}`),
    },
    { label: t('einvoice_setting.mode'), value: t(`einvoice_setting.modes.${row.mode}`) },
    row.mode === 'intermediary' && {
      label: t('einvoice_setting.intermediary'),
      value: [intermediary_name, intermediary_tin, intermediary_brn].filter(Boolean).join(' · '),
    },
    { label: t('einvoice_setting.client_id'), value: row.client_id },
    { label: t('einvoice_setting.secret'), value: secret(row.endings.first) },
    { label: t('einvoice_setting.second_secret'), value: secret(row.endings.second) },
    {
      label: t('einvoice_setting.secrets_end_on'),
      value: row.secrets_end_on && formatDate(row.secrets_end_on, locale),
    },
    {
      label: t('einvoice_setting.tested_at'),
      value: row.tested_at && formatInstant(row.tested_at, locale),
    },
  ]
}

const ageOf = (days: number, t: TFunction): string =>
  days === 0 ? t('einvoice_setting.age_today') : t('einvoice_setting.age', { count: days })

interface ShownWorkflow {
  document_version: '1.0' | '1.1'
  basis: string
  auto_submit: string
  auto_since: string | null
  qr_position: string
}

export function workflowFacts(row: ShownWorkflow, t: TFunction, locale: string): Fact[] {
  const since =
    row.auto_since && t('einvoice_setting.since', { date: formatDate(row.auto_since, locale as Locale) })
  const auto = t(`einvoice_setting.auto_submits.${row.auto_submit}`)
  return [
    {
      label: t('einvoice_setting.document_version'),
      value: t(`einvoice_setting.document_versions.${versionKey(row.document_version)}`),
    },
    { label: t('einvoice_setting.basis'), value: t(`einvoice_setting.bases.${row.basis}`) },
    {
      label: t('einvoice_setting.auto_submit'),
      value: since ? `${auto}, ${since}` : auto,
    },
    {
      label: t('einvoice_setting.qr_position'),
      value: t(`einvoice_setting.qr_positions.${row.qr_position}`),
    },
  ]
}
