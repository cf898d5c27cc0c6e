import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { labelKeys, pluralTokens } from '#app/domain/labels/label.ts'
import { nounsOf, sentencesOf } from './i18n.server.ts'
import { locales } from './locales.ts'
import { nounsIn, withNouns } from './nouns.ts'
import { resources } from './resources.ts'
import type { Sentences } from './sentences.ts'

const flat = (tree: Sentences, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  ) as [string, string][]

/** Sentences (or groups of them) that mean something else by these words, and what. */
const otherMeanings: Record<string, { nouns: string[]; why: string }> = {
  label: { nouns: [...labelKeys], why: 'the words themselves, and the page on which they are chosen' },
  starter: { nouns: [...labelKeys], why: 'names of rows that every organisation starts with' },
  fpx: { nouns: [...labelKeys], why: 'terms of FPX' },
  admin: { nouns: [...labelKeys], why: 'pages of the operator, who serves every organisation' },
  operator: { nouns: [...labelKeys], why: 'likewise' },
  'mail.operator': { nouns: [...labelKeys], why: 'mail to operators' },
  smtp: { nouns: [...labelKeys], why: 'a page of the platform, for every organisation' },
  'staff.role_means': { nouns: ['payment'], why: 'the payment gateway' },
  'audit.kinds.program': { nouns: ['program'], why: 'the product itself' },
  bank_change: { nouns: ['enrolment'], why: 'an organisation that asks to be let in' },
  'audit.verify': { nouns: ['program'], why: 'the product itself' },
  'audit.fields.refund_reference': { nouns: ['payment'], why: 'money that is sent back' },
  'audit.fields.fee_waived': { nouns: ['fee'], why: 'what an organisation pays for being let in' },
  'audit.fields.registration': { nouns: ['enrolment'], why: 'of an organisation' },
  'audit.fields.payer_fee_sen': { nouns: ['fee'], why: 'what the bank charges' },
  'audit.groups.session': { nouns: ['session'], why: 'being signed in' },
  'audit.actions.session': { nouns: ['session'], why: 'being signed in' },
  'audit.objects.session': { nouns: ['session'], why: 'being signed in' },
  'audit.groups.platform_invoice': { nouns: ['invoice'], why: 'what the platform bills' },
  'audit.actions.platform_invoice': { nouns: ['invoice', 'payment'], why: 'what the platform bills' },
  'payment_exception.booked_hint.platform': { nouns: ['invoice'], why: 'what the platform bills' },
  billing: { nouns: [...labelKeys], why: 'what the platform bills, and how that is paid' },
  'audit.objects.platform_invoice': { nouns: ['invoice'], why: 'what the platform bills' },
  'audit.groups.registration': { nouns: ['enrolment'], why: 'of an organisation' },
  'audit.actions.registration': { nouns: ['enrolment'], why: 'of an organisation' },
  'audit.objects.entity_registration': { nouns: ['enrolment'], why: 'of an organisation' },
  registration: { nouns: [...labelKeys], why: 'organisations that ask the operator to be let in' },
  'flash.registration_paid': { nouns: [...labelKeys], why: 'the fee of an organisation' },
  'refusal.registration': { nouns: [...labelKeys], why: 'organisations that ask the operator to be let in' },
  'refusal.not_found.registration': { nouns: ['enrolment'], why: 'of an organisation' },
  'menu.registration_of_organisation': { nouns: ['enrolment'], why: 'of an organisation' },
  package: { nouns: [...labelKeys], why: 'what the operator sells, to every organisation alike' },
  revenue: { nouns: [...labelKeys], why: 'what the platform earns, on pages of the operator' },
  'feature.text.api': { nouns: ['program'], why: 'programs of a computer' },
  'feature.name.online_registration': { nouns: ['enrolment'], why: 'the page on which families register' },
  subscription: { nouns: [...labelKeys], why: 'what the platform writes to an organisation' },
  platform_invoice: { nouns: [...labelKeys], why: 'what the platform bills' },
  'menu.platform_invoice': { nouns: ['invoice'], why: 'what the platform bills' },
  'setting.subscription': { nouns: ['invoice'], why: 'what the platform bills' },
  'audit.actions.subscription': { nouns: ['invoice'], why: 'what the platform bills' },
  'refusal.api.media_type': { nouns: ['application'], why: 'a term of HTTP' },
  credit_refund: { nouns: ['payment', 'application'], why: 'credit that is paid back to its family' },
  'audit.groups.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'audit.actions.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'audit.objects.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'refusal.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'refusal.not_found.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'refusal.payment.credit_reserved': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'role.resource.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'dashboard.waiting.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'dashboard.waiting.credit_refund_unpaid': {
    nouns: ['payment'],
    why: 'credit that is paid back to its family',
  },
  'mail.credit_refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'statement.movements.refund': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'flash.credit_refund_requested': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'flash.credit_refund_approved': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'flash.credit_refund_rejected': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'flash.credit_refund_withdrawn': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'flash.credit_refund_cancelled': { nouns: ['payment'], why: 'credit that is paid back to its family' },
  'dashboard.waiting.cancel_request': { nouns: ['application'], why: 'a request' },
  'role.rule.four_eyes': { nouns: ['application'], why: 'any request' },
  'role.resource.registration_setting': { nouns: ['enrolment'], why: 'a form that parents fill in' },
  'role.resource.refund': { nouns: ['payment'], why: 'money that is given back' },
  'role.resource.gateway': { nouns: ['payment'], why: 'the payment gateway' },
  entity: { nouns: [...labelKeys], why: 'pages of the operator' },
  'auth.about': { nouns: [...labelKeys], why: 'a page of the operator' },
  'auth.about_find': { nouns: [...labelKeys], why: 'a page of the operator' },
  'auth.operator_hint': { nouns: [...labelKeys], why: 'a page of the operator' },
  'common.plain.unknown_host_text': { nouns: ['school'], why: 'there is no organisation at this address' },
  'audit.fields.fees_sen': { nouns: ['fee'], why: 'what the bank charges' },
  'dashboard.and_fees': { nouns: ['fee'], why: 'what the bank charges' },
  'month.fees': { nouns: ['fee'], why: 'what the bank charges' },
  'collection.fees': { nouns: ['fee'], why: 'what the bank charges' },
  'collection.payer_fee': { nouns: ['fee'], why: 'what the bank charges' },
  'collection.tenant_fee': { nouns: ['fee'], why: 'what the bank charges' },
  'setting.payment': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.choose.part_hint': { nouns: ['fee'], why: 'what the bank charges' },
  'refusal.payment.fee_part_missing': { nouns: ['fee'], why: 'what the bank charges' },
  'audit.fields.subsidy': { nouns: ['fee'], why: 'what the bank charges' },
  'audit.fields.part_sen': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.choose.fee': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.choose.bears': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.basket.sum': { nouns: ['fee'], why: 'what the bank charges' },
  'refusal.payment.changed.fee': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.invoice_page.fee': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.invoice_page.fee_none': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.page.fee_part': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.paper.fee': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.payer_fee': { nouns: ['fee'], why: 'what the bank charges' },
  'payment.tenant_fee': { nouns: ['fee'], why: 'what the bank charges' },
  cancel_request: { nouns: ['application'], why: 'asking for something to be cancelled' },
  'menu.cancel_request': { nouns: ['application'], why: 'asking for something to be cancelled' },
  'refusal.cancel_request': { nouns: ['application'], why: 'asking for something to be cancelled' },
  'refusal.not_found.cancel_request': { nouns: ['application'], why: 'asking for something to be cancelled' },
  'audit.actions.invoice.cancel_withdrawn': { nouns: ['application'], why: 'asking for a cancellation' },
  'audit.actions.payment.cancel_withdrawn': { nouns: ['application'], why: 'asking for a cancellation' },
  student_discount: { nouns: ['application'], why: 'asking for something to be given' },
  'audit.actions.student_discount': { nouns: ['application'], why: 'asking for something to be given' },
  'refusal.student_discount': { nouns: ['application'], why: 'asking for something to be given' },
  'flash.student_discount_withdrawn': { nouns: ['application'], why: 'asking for something to be given' },
  credit_note: { nouns: ['application'], why: 'asking for something to be taken back' },
  'audit.actions.credit_note': { nouns: ['application'], why: 'asking for something to be taken back' },
  'refusal.credit_note': { nouns: ['application'], why: 'asking for something to be taken back' },
  'refusal.duplicate.credit_note': { nouns: ['application'], why: 'asking for something to be taken back' },
  'dashboard.waiting.credit_note': { nouns: ['application'], why: 'asking for something to be taken back' },
  'flash.credit_note_requested': { nouns: ['application'], why: 'asking for something to be taken back' },
  'flash.credit_note_rejected': { nouns: ['application'], why: 'asking for something to be taken back' },
  'flash.credit_note_withdrawn': { nouns: ['application'], why: 'asking for something to be taken back' },
  'flash.cancel_requested': { nouns: ['application'], why: 'asking for something to be cancelled' },
  'flash.cancel_rejected': { nouns: ['application'], why: 'asking for something to be cancelled' },
  'flash.cancel_withdrawn': { nouns: ['application'], why: 'asking for something to be cancelled' },
  payout: { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'mail.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'menu.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'refusal.not_found.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'role.resource.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'refusal.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'refusal.payout_adjustment': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.actions.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.actions.payout_adjustment': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.groups.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.groups.payout_adjustment': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.objects.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.objects.payout_adjustment': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'audit.actions.collection.paid_out': {
    nouns: ['payment'],
    why: 'what the platform pays to an organisation',
  },
  'admin.job.names.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'job.names.payout': { nouns: ['payment'], why: 'what the platform pays to an organisation' },
  'refusal.session_timeout': { nouns: ['session'], why: 'being signed in' },
  'flash.session_timeout': { nouns: ['session'], why: 'being signed in' },
  'flash.session_ended': { nouns: ['session'], why: 'being signed in' },
  'flash.sessions_ended': { nouns: ['session'], why: 'being signed in' },
  'profile.session': { nouns: ['session'], why: 'being signed in' },
  'refusal.not_found.session': { nouns: ['session'], why: 'being signed in' },
  'profile.methods.api': { nouns: ['program'], why: 'another computer program' },
  'auth.organisation': { nouns: ['school'], why: 'no organisation is chosen yet' },
  'fee_category.kinds': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'application.fee': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'application.fee_receive': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'audit.actions.application.fee_received': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'refusal.application.fee_less': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'refusal.application.fee_none': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'setting.application.fee_first': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'setting.application.fee_first_hint': { nouns: ['enrolment'], why: 'what one pays when one registers' },
  'fee_category.einvoice_classifications': { nouns: ['fee', 'payment'], why: 'the words of the tax portal' },
  register: { nouns: ['enrolment'], why: 'a family that registers by itself' },
  registration_form: { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'auth.register': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'audit.groups.registration_form': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'audit.actions.registration_form': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'flash.registration_form_saved': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'mail.draft_link': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'mail.application': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'menu.registration': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'flash.application_withdrawn': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'application.withdraw_confirm': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'application.whatsapp_text': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'refusal.not_found.draft': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'setting.registration': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'category.empty_hint': { nouns: ['enrolment'], why: 'registration' },
  front: { nouns: [...labelKeys], why: 'there is no organisation yet' },
  'feature.online_registration': { nouns: ['enrolment'], why: 'a family that registers by itself' },
  'feature.api.text': { nouns: ['program'], why: 'another computer program' },
}
/** Where there is no organisation, or none that is known yet; codes and links to get in, and what the platform itself writes, name no noun. */
const withoutOrganisation = [
  'app/routes/main/api/entity-register.ts',
  'app/routes/main/registration/edit.tsx',
  'app/routes/main/subscription/renew.tsx',
  'app/server/http/plain-pages.ts',
  'jobs/handlers/audit/mail-owner.ts',
  'jobs/handlers/code-send.ts',
  'jobs/handlers/equation/mail.ts',
  'jobs/handlers/exception/mail-operator.ts',
  'jobs/handlers/fpx/unwritten.ts',
  'jobs/handlers/fpx/watch.ts',
  'jobs/handlers/invitation-send.ts',
  'jobs/handlers/operator-invite.ts',
  'jobs/handlers/operator-notice.ts',
  'jobs/handlers/recovery-send.ts',
  'jobs/handlers/registration/changed.ts',
  'jobs/handlers/registration/draft.ts',
  'jobs/handlers/registration/let-in.ts',
  'jobs/handlers/registration/received.ts',
  'jobs/handlers/registration/rejected.ts',
  'jobs/handlers/subscription/render.ts',
  'jobs/handlers/subscription/tell.ts',
  'jobs/handlers/subscription/turn.ts',
  'jobs/mail/send-letter.ts',
]

const meansOther = (key: string, noun: string) =>
  Object.entries(otherMeanings).some(
    ([name, { nouns }]) => (key === name || key.startsWith(`${name}.`)) && nouns.includes(noun),
  )

describe('sentences name nouns so that an organisation can call them by its own words', () => {
  test.each(locales)('%s: no sentence has one of them fixed', (locale) => {
    const nouns = nounsOf(locale)
    const forms = labelKeys.flatMap((key) => [
      { key, form: nouns[key].one, name: key as string },
      { key, form: nouns[key].other, name: pluralTokens[key] },
    ])
    const fixed = flat(resources[locale]!).flatMap(([key, sentence]) => {
      const outside = sentence.replace(/\{\{[^}]*\}\}|\[[^\]]*\]/g, '·')
      return forms
        .filter((noun) => !meansOther(key.replace(/_(one|other)$/, ''), noun.key))
        .filter(({ form }) => new RegExp(`(?<![\\w-])${form}(?![\\w-])`, 'i').test(outside))
        .map(({ form, name }) => `${key}: “${sentence}” should say [${name}] for “${form}”`)
    })
    expect(fixed).toEqual([])
  })

  test('every name in brackets is a noun; what English calls by its name, the others do too', () => {
    const inOthers = locales.map((locale) => new Map(flat(resources[locale]!)))
    let named = 0
    for (const [key, sentence] of flat(resources.en!)) {
      for (const sentences of inOthers) {
        const other = sentences.get(key) ?? sentences.get(key.replace(/_one$/, '_other'))
        if (other === undefined) continue
        named += nounsIn(other).length
        expect(nounsIn(other), `${key}: ${other}`).toEqual(expect.arrayContaining(nounsIn(sentence)))
      }
    }
    expect(named).toBeGreaterThan(400)
  })

  test('each language says every noun, and nothing in brackets is left over', () => {
    for (const locale of locales) {
      expect(Object.keys(resources[locale]!.label as object)).toEqual(expect.arrayContaining(labelKeys))
      const left = flat(sentencesOf(locale)).filter(([, sentence]) => /[[\]]/.test(sentence))
      expect(left).toEqual([])
    }
  })
})

const sentences = {
  menu: '[Students]',
  empty: 'No [students] yet',
  bill: 'Bill [a student] with [an invoice]',
  start: '[An invoice] of [a class]',
}
const spoken = (own: Partial<Record<string, { one: string; other: string }>>) =>
  withNouns(sentences, { ...nounsOf('en'), ...own }, 'en')

describe('a noun in a sentence', () => {
  test('has its capital at the beginning and the article that suits it', () => {
    expect(spoken({})).toEqual({
      menu: 'Students',
      empty: 'No students yet',
      bill: 'Bill a student with an invoice',
      start: 'An invoice of a class',
    })
    const own = {
      student: { one: 'apprentice', other: 'apprentices' },
      invoice: { one: 'bill', other: 'bills' },
      class: { one: 'Halaqah', other: 'Halaqah' },
    }
    expect(spoken(own)).toMatchObject({
      menu: 'Apprentices',
      bill: 'Bill an apprentice with a bill',
      start: 'A bill of a Halaqah',
    })
    expect(spoken({ invoice: { one: 'éclair', other: 'éclairs' } })).toMatchObject({
      bill: 'Bill a student with an éclair',
    })
  })

  test('is text, whatever it says', () => {
    for (const evil of ['$t(common.yes)', '{{amount}}', '[invoice]', '$1 $& $`', '<b>x</b>', 'constructor']) {
      const { empty } = spoken({ student: { one: evil, other: evil } })
      expect(empty).toBe(`No ${evil.replace(/[{}]/g, '')} yet`)
    }
  })
})

test('pages and jobs of an organisation never ask for words without saying whose', () => {
  const files = globSync('{app,jobs}/**/*.{ts,tsx}').filter((file) => !/\.test\.|^app\/i18n\//.test(file))
  const asking = files.filter((file) => /\bi18nOf\(\s*[\w.()']+\s*\)/.test(readFileSync(file, 'utf8')))
  expect(asking.sort()).toEqual(withoutOrganisation)
})
