import { expect, test } from 'vitest'
import { nametag, nametagOf, newEntityForm, subdomain } from './entity-form.ts'

test('a subdomain is lowered and trimmed, and its problem is its message', () => {
  expect(subdomain().parse(' Bestari ')).toBe('bestari')
  expect(subdomain().safeParse('www').error?.issues[0]?.message).toBe('entity.subdomain_reserved')
  expect(subdomain({ lifted: true }).parse('tadika-melati')).toBe('tadika-melati')
})

test.each([
  ['Pusat Tuisyen Bestari', 'PUSAT'],
  ['SK Jaya 2', 'SK JAYA 2'],
  ['Tadika Si Comel', 'TADIKA SI'],
  ['Antidisestablishment', 'ANTIDISESTA'],
  ['É', 'EX'],
  ['敬', 'XX'],
])('the nametag of %s is %s', (name, tag) => {
  expect(nametagOf(name)).toBe(tag)
  expect(nametag.parse(nametagOf(name))).toBe(tag)
})

test('a new organisation needs four answers', () => {
  const form = newEntityForm({ lifted: false })
  const given = {
    subdomain: 'bestari',
    name: 'Bestari',
    organisation_type: 'tuition',
    contact_email: 'Pejabat@Bestari.test',
  }
  expect(form.parse(given)).toEqual({
    ...given,
    contact_email: 'pejabat@bestari.test',
    default_locale: 'en',
  })
  for (const key of Object.keys(given))
    expect(form.safeParse({ ...given, [key]: undefined }).success, key).toBe(false)
  for (const wrong of [
    { password: 'short' },
    { contact_phone: '0123456789' },
    { fpx_seller_id: 'SE1' },
    { theme_colour: 'red' },
    { organisation_type: 'bank' },
    { name: 'two\nlines' },
  ])
    expect(form.safeParse({ ...given, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})
