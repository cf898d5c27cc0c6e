import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { UsageError } from './usage.ts'

const create = [
  'create',
  '--subdomain',
  'bestari',
  '--name',
  'Bestari',
  '--type',
  'tuition',
  '--email',
  'a@b.test',
]

/** The message for arguments that are refused. */
function refusal(...args: string[]): string {
  try {
    readArguments(args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error(`not refused: ${args.join(' ')}`)
}

test('list and drop', () => {
  expect(readArguments(['list'])).toEqual({ verb: 'list' })
  expect(readArguments(['drop', 'bestari', '--yes', 'bestari'])).toEqual({
    verb: 'drop',
    subdomain: 'bestari',
  })
  expect(readArguments(['drop', '--yes', 'bestari'])).toEqual({ verb: 'drop', subdomain: 'bestari' })
})

test('what is not understood is answered with how to use it', () => {
  for (const args of [[], ['make'], ['list', 'all'], ['drop'], ['drop', 'a', 'b', '--yes', 'a']])
    expect(refusal(...args)).toContain('npm run tenant -- create')
  expect(refusal(...create, '--colr', 'red')).toMatch(/--colr.*npm run tenant/s)
})

test('dropping needs the subdomain twice', () => {
  expect(refusal('drop', 'bestari')).toContain('add --yes bestari')
  expect(refusal('drop', 'bestari', '--yes', 'other')).toContain('add --yes bestari')
})

describe('create', () => {
  test('reads the four that are needed and the others', () => {
    expect(readArguments(create)).toEqual({
      verb: 'create',
      input: {
        subdomain: 'bestari',
        name: 'Bestari',
        organisation_type: 'tuition',
        contact_email: 'a@b.test',
        default_locale: 'en',
      },
    })
    const more = ['--locale', 'my', '--phone', '+60123456789', '--fpx', 'SE00000001', '--colour', '#0e5a63']
    expect(readArguments([...create, ...more])).toMatchObject({
      input: {
        default_locale: 'my',
        contact_phone: '+60123456789',
        fpx_seller_id: 'SE00000001',
        theme_colour: '#0e5a63',
      },
    })
  })

  test('says in words what is missing or wrong, by the option', () => {
    expect(refusal('create', '--name', 'X')).toBe(
      [
        '--subdomain: Please fill this in.',
        '--name: Please use at least 2 characters.',
        '--type: Please choose one.',
        '--email: Please fill this in.',
      ].join('\n'),
    )
    expect(refusal(...create, '--phone', '012')).toBe(
      '--phone: Please give a Malaysian phone number, such as 012-345 6789.',
    )
    expect(refusal(...create, '--password', 'short')).toBe('--password: Please use at least 10 characters.')
  })

  test('a reserved subdomain is refused unless it is lifted', () => {
    const demo = create.with(2, 'demo')
    expect(refusal(...demo)).toBe(
      '--subdomain: This subdomain is reserved, as is each that begins or ends with such a word and a hyphen. ' +
        'Please choose another; if the word belongs to your organisation, such as tadika-mawar to a kindergarten, ' +
        'register with another one and ask us for it.',
    )
    expect(readArguments([...demo, '--lift-reserved'])).toMatchObject({ input: { subdomain: 'demo' } })
  })
})
