import { areas } from './addresses/areas.ts'
import { allPaths, pathsOf, searchOf } from './addresses/pages.ts'
import type { GivingKind } from './domain/accounting/gifts/gift.ts'
import type { PicturedNoun } from './domain/core/resources.ts'
import type { Step } from './domain/platform/registrations/registration.ts'
import type { Source } from './domain/reporting/reports/report.ts'

/** Those of pages, as `app/addresses` declares them. */
const pages = {
  ...pathsOf(areas.general.general),
  ...allPaths(areas.general),
  ...allPaths(areas.catalogue),
  ...allPaths(areas.people),
  ...allPaths(areas.classes),
  ...allPaths(areas.marking),
  ...allPaths(areas.attendance),
  ...allPaths(areas.trainerPay),
  ...allPaths(areas.accounting),
  ...allPaths(areas.billing),
  ...allPaths(areas.payments),
  ...allPaths(areas.gateways),
  ...allPaths(areas.giving),
  ...allPaths(areas.enrolment),
  ...allPaths(areas.organisation),
  ...allPaths(areas.messaging),
  ...allPaths(areas.inbox),
  ...allPaths(areas.delivery),
  ...allPaths(areas.messageCredit),
  ...allPaths(areas.einvoice),
  ...allPaths(areas.platform),
  ...allPaths(areas.reports),
  ...allPaths(areas.reportMoney),
  ...allPaths(areas.reportPeople),
  ...allPaths(areas.reportRolledUp),
  ...allPaths(areas.help),
  ...allPaths(areas.archives),
}

const admin = { ...pages.admin, ...allPaths(areas.admin) }

/**
 * Builders of the product's addresses; no link is written by hand. Those of pages take what stands in the address, then
 * the search: `paths.credit_move.view(id)`, `paths.invoice.list({ status: 'draft' })`. What is added here is made of more.
 */
export const paths = {
  ...pages,
  /** Asks for a proof that it is still the same person, then goes on. */
  confirm: (side: 'main' | 'tenant', to: string) => (side === 'main' ? admin : pages).confirm({ to }),
  image: {
    edit: (noun: PicturedNoun, id: string) => pages[noun].image(id),
    remove: (noun: PicturedNoun, id: string) => pages[noun].imageRemove(id),
    picture: (noun: PicturedNoun, id: string, file: string | null) => pictured(pages[noun].picture(id), file),
    /** For families and strangers. */
    offered: (noun: PicturedNoun, id: string, file: string | null) =>
      pictured(pages.register.picture(noun, id), file),
  },
  profile: {
    ...pages.profile,
    picture: (user_id: string, file: string | null) => pictured(pages.profile.picture(user_id), file),
  },
  student: {
    ...pages.student,
    picture: (id: string, file: string | null) => pictured(pages.student.picture(id), file),
    /** With the form in which the family's other parent is searched for. */
    findParent: (id: string) => `${pages.student.family(id)}?find=`,
  },
  family: {
    ...pages.family,
    payAll: (id: string, invoice: readonly string[]) => pages.family.pay(id, { invoice }),
  },
  invoice: {
    ...pages.invoice,
    copyOf: ({ id, student_id }: { id: string; student_id: string }) =>
      pages.invoice.new({ student_id, copy: id }),
  },
  generation: {
    ...pages.generation,
    /** Students of one, narrowed by what became of them. */
    students: (
      id: string,
      narrowed: Partial<Record<'result' | 'difference' | 'reason', string | null>> = {},
    ) => pages.generation.students({ generation: id, ...narrowed }),
  },
  rollover: {
    ...pages.rollover,
    classes: (id: string, narrowed: Narrowed<'act'> = {}) =>
      pages.rollover.classes({ rollover: id, ...narrowed }),
    seats: (id: string, narrowed: Narrowed<'act' | 'reason' | 'subject'> = {}) =>
      pages.rollover.seats({ rollover: id, ...narrowed }),
    families: (id: string, narrowed: Narrowed<'over'> = {}) =>
      pages.rollover.families({ rollover: id, ...narrowed }),
  },
  payment: {
    ...pages.payment,
    /** Of invoices by their codes; `part`: how much of one. */
    submit: (invoices: string | readonly string[] = [], model?: string, part?: string | null) =>
      pages.payment.submit(invoices.length > 0 ? { invoice: [invoices].flat(), model, part } : {}),
  },
  infaq: { ...pages.infaq, pay: givingTo('infaq') },
  zakat: { ...pages.zakat, pay: givingTo('zakat') },
  fund_move: {
    ...pages.fund_move,
    /** Out of the fund of a type. */
    new: (kind: GivingKind, type_id: string) => pages.fund_move.new(type_id, { kind }),
  },
  front: {
    ...pages.front,
    /** `check`: with what is wrong beside its fields. */
    step: (code: string, step: Step, check = false) => pages.front[step](code) + (check ? '?check' : ''),
  },
  /** A list that can be printed, by its name: on paper, and with the search that it was left with. */
  printed: (name: string) => `/${name}/print`,
  listed,
  /** The rows that make a figure. Its filters are named, since an address without a query shows what the browser remembers. */
  source: ({ list, search }: Source) => listed(list, searchOf(search).slice(1) || 'q='),
  exported: (name: string, format: string, query: string) =>
    `/${name}/export/${format}${query && `?${query}`}`,
  admin: {
    ...admin,
    printed: (name: string) => `/admin/${name}/print`,
    listed: (name: string, query: string) => `/admin/${name}${query && `?${query}`}`,
    /** What one organisation took in on a day. */
    collectionOf: (entity_id: string, on: string) => admin.collection({ entity_id, from: on, to: on }),
    loginCode: (to = '', recovery = false) => admin.loginCode({ to, by: recovery ? 'recovery' : undefined }),
  },
}

type Narrowed<K extends string> = Partial<Record<K, string>>

/** `code`: of the type that is given for. */
function givingTo(kind: GivingKind) {
  return (type?: string, model?: string) => pages[kind].pay(type ? { type, model } : {})
}

function listed(name: string, query: string) {
  return `/${addressOfList[name] ?? name}${query && `?${query}`}`
}

/** Lists whose page is not at their name, where anybody gives. */
const addressOfList: Readonly<Record<string, string>> = { infaq: 'infaq/list', zakat: 'zakat/list' }

/** A picture itself, null for none; its address changes when the picture does. */
export function pictured(address: string, file: string | null) {
  return file && `${address}?v=${file.slice(3, 11)}`
}

/** A picture of an organisation: one of the demo's lies among the public files, all others in the organisation's store. */
export function brandPicture(picture: string, file: string | null) {
  return file?.startsWith('/') ? file : pictured(pages.setting.brandFile(picture), file)
}

/**
 * The address to go on to after signing in or switching the language, if it is one of ours: a path on this host.
 * Anything that a browser could read as another host is dropped.
 */
export function ownPath(text: string | null | undefined, fallback: string): string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return fallback
  const url = new URL(text, 'http://own.invalid')
  // Dots are gone now, and what they hid may be another host: `/..//evil.test`.
  const isOurs = url.host === 'own.invalid' && !url.pathname.startsWith('//')
  return isOurs ? url.pathname + url.search : fallback
}
