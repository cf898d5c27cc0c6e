import { expect, test } from 'vitest'
import { readOperatorArguments } from './operator-arguments.ts'
import { UsageError } from './usage.ts'

const create = ['create', '--email', 'Siti@Lunas.example', '--name', 'Siti Aminah']

/** The message for arguments that are refused. */
function refusal(...args: string[]): string {
  try {
    readOperatorArguments(args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error(`not refused: ${args.join(' ')}`)
}

test('create makes an owner who reads English, unless told otherwise', () => {
  const input = { email: 'siti@lunas.example', name: 'Siti Aminah', role: 'owner', locale: 'en' }
  expect(readOperatorArguments(create)).toEqual({ verb: 'create', input, another: false })
  const more = ['--role', 'finance', '--locale', 'my', '--phone', '+60123456789', '--another']
  expect(readOperatorArguments([...create, ...more])).toEqual({
    verb: 'create',
    input: { ...input, role: 'finance', locale: 'my', phone: '+60123456789' },
    another: true,
  })
})

test('list, invite and reset', () => {
  expect(readOperatorArguments(['list'])).toEqual({ verb: 'list' })
  expect(readOperatorArguments(['invite', 'Siti@lunas.example'])).toEqual({
    verb: 'invite',
    email: 'siti@lunas.example',
  })
  const reset = ['reset', 'siti@lunas.example', '--yes', 'siti@lunas.example']
  const read = { verb: 'reset', email: 'siti@lunas.example', secondFactor: false }
  expect(readOperatorArguments(reset)).toEqual(read)
  expect(readOperatorArguments([...reset, '--second-factor'])).toEqual({ ...read, secondFactor: true })
})

test('what is missing or wrong is said in words, by the option', () => {
  expect(refusal('create', '--name', 'S')).toBe(
    ['--name: Please use at least 2 characters.', '--email: Please fill this in.'].join('\n'),
  )
  expect(refusal(...create, '--email', 'siti')).toMatch(/^--email: /)
  expect(refusal(...create, '--role', 'boss')).toMatch(/^--role: /)
  expect(refusal(...create, '--locale', 'fr')).toMatch(/^--locale: /)
  expect(refusal(...create, '--phone', '012')).toMatch(/^--phone: Please give a Malaysian phone number/)
})

test('what is not understood is answered with how to use it', () => {
  for (const args of [[], ['make'], ['list', 'all'], ['invite'], ['invite', 'a', 'b'], ['reset']])
    expect(refusal(...args)).toContain('npm run operator -- create')
  expect(refusal(...create, '--nmae', 'X')).toMatch(/--nmae.*npm run operator/s)
})

test('a reset needs the address twice', () => {
  expect(refusal('reset', 'siti@lunas.example')).toContain('add --yes siti@lunas.example')
  expect(refusal('reset', 'siti@lunas.example', '--yes', 'other@lunas.example')).toContain('add --yes')
})
