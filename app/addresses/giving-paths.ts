import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { noun } from './noun-paths.ts'

/** Where one gives, and where the office keeps what was given. */
const giving = (kind: GivingKind) => ({
  /** What is open; on the main host, who collects. */
  open: () => `/${kind}`,
  /** `code`: of the type that is given for. */
  pay: (code?: string, model?: string) =>
    `/${kind}/pay${code ? `?type=${encodeURIComponent(code)}${model ? `&model=${model}` : ''}` : ''}`,
  list: () => `/${kind}/list`,
  new: (type_id?: string) => `/${kind}/new${type_id ? `?type=${type_id}` : ''}`,
  view: (id: string) => `/${kind}/view/${id}`,
})

export const givingPaths = {
  infaq: {
    ...giving('infaq'),
    /** Whose the gift is to the tax authority. */
    reveal: (id: string) => `/infaq/reveal/${id}`,
  },
  zakat: giving('zakat'),
  infaq_type: noun('infaq-type'),
  zakat_type: noun('zakat-type'),
  /** Letters of authorities for a kind of zakat. */
  zakatAppointment: {
    new: (zakat_type_id: string) => `/zakat-type/authority/${zakat_type_id}`,
    letter: (id: string) => `/zakat-type/letter/${id}`,
    withdraw: (id: string) => `/zakat-type/withdraw/${id}`,
  },
  fund: { list: () => '/fund' },
  fundMove: {
    list: () => '/fund-move',
    view: (id: string) => `/fund-move/view/${id}`,
    /** Out of the fund of a type. */
    new: (kind: GivingKind, type_id: string) => `/fund-move/new/${type_id}?kind=${kind}`,
    approve: (id: string) => `/fund-move/approve/${id}`,
    reject: (id: string) => `/fund-move/reject/${id}`,
    withdraw: (id: string) => `/fund-move/withdraw/${id}`,
  },
}

/** The operator's desk of these letters. */
export const adminZakatPaths = {
  list: () => '/admin/zakat',
  view: (id: string) => `/admin/zakat/view/${id}`,
  letter: (id: string) => `/admin/zakat/letter/${id}`,
  confirm: (id: string) => `/admin/zakat/confirm/${id}`,
  refuse: (id: string) => `/admin/zakat/refuse/${id}`,
}

/** Lists whose page is not at `/{name}`, where anybody gives. */
const elsewhere: Readonly<Record<string, string>> = { infaq: 'infaq/list', zakat: 'zakat/list' }

/** The page of a list of an organisation's, by its name. */
export const pageOfList = (name: string) => elsewhere[name] ?? name
