import { describe, expect, test } from 'vitest'
import { companyForm, msicOf, refuseWrongId } from './company-form.ts'
import { certificateForm, connectionForm, workflowForm } from './setting-forms.ts'

const whole = {
  ...{ name: 'Tadika Contoh Sdn Bhd', tin: 'C1234567890', id_type: 'BRN', id_value: '202001234567' },
  ...{ msic: '85102', address_line1: '1, Jalan Contoh', postcode: '43000', city: 'Kajang', state_code: '10' },
  ...{ phone: '012-345 6789', version: '0' },
}
const read = (given: Record<string, string>) => companyForm.parse({ ...whole, ...given })
const refused = (given: Record<string, string>) => {
  const { error } = companyForm.safeParse({ ...whole, ...given })
  return error?.issues.map(({ path, message }) => `${path}: ${message}`)
}

describe('a tax number', () => {
  test.each([
    ['SG123456789', 'IG123456789'],
    ['OG123456789', 'IG123456789'],
    ['C01234567890', 'C1234567890'],
    ['C123456789', 'C1234567890'],
    [' c 1234567890 ', 'C1234567890'],
    ['IG123456789012', 'IG123456789012'],
    ['cs-1234567890', 'CS1234567890'],
  ])('%s is %s', (typed, tin) => {
    expect(read({ tin: typed }).tin).toBe(tin)
  })

  test.each(['', 'C12', 'X1234567890', 'IG1234567890123', 'EI00000000010', 'EI00000000020', '202001234567'])(
    '%s is none of a taxpayer',
    (tin) => {
      expect(refused({ tin })).toHaveLength(1)
    },
  )
})

describe('the number beside it', () => {
  const code = (type: Parameters<typeof refuseWrongId>[0], value: string, tin = 'IG123456789') => {
    try {
      refuseWrongId(type, value, tin)
      return null
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  test.each([
    ['BRN', '202001234567', null],
    ['BRN', '12345678', null],
    ['BRN', '1234567', 'einvoice_setting.brn'],
    ['BRN', '123456789012345678901', 'einvoice_setting.brn'],
    ['BRN', 'NA', 'einvoice_setting.brn'],
    ['NRIC', '850101145678', null],
    ['NRIC', '85010114567', 'einvoice_setting.nric'],
    ['NRIC', '201301145678', 'einvoice_setting.nric'],
    ['NRIC', '851301145678', 'einvoice_setting.nric'],
    ['ARMY', '123456789012', null],
    ['ARMY', '12345678901', 'einvoice_setting.army'],
    ['PASSPORT', 'A12345678901', null],
    ['PASSPORT', 'A123456789012', 'einvoice_setting.passport'],
  ] as const)('%s %s: %s', (type, value, expected) => {
    expect(code(type, value)).toBe(expected)
  })

  test('of a company is never that of a person', () => {
    expect(code('NRIC', '850101145678', 'C1234567890')).toBe('einvoice_setting.company_id')
    expect(code('BRN', '202001234567', 'C1234567890')).toBe(null)
  })
})

test('service tax: blank and NA are none, one or two numbers, not three', () => {
  expect(read({ sst_number: 'na' }).sst_number).toBeUndefined()
  const two = 'W10-1808-32000001;W10-1808-32000002'
  expect(read({ sst_number: two }).sst_number).toBe(two)
  expect(refused({ sst_number: `${two};W10-1808-32000003` })).toHaveLength(1)
})

describe('the business activity', () => {
  const found = (msic: string, msic_choice?: string) => {
    try {
      return msicOf({ msic, msic_choice })
    } catch (error) {
      const { code, found } = error as { code: string; found?: { code: string }[] }
      return found ? [code, ...found.map((one) => one.code)] : code
    }
  }
  test('is a code, with or without its words', () => {
    expect(found('85102')).toBe('85102')
    expect(found('85491 Tuition centre')).toBe('85491')
  })
  test('is never 00000, and never unknown', () => {
    expect(found('00000')).toBe('einvoice_setting.msic_none')
    expect(found('99999')).toBe('einvoice_setting.msic')
    expect(found('xyzzy')).toBe('einvoice_setting.msic')
  })
  test('is found by words: taken when one has them, else to be chosen', () => {
    expect(found('tuition')).toBe('85491')
    const several = found('pre-primary')
    expect(several).toEqual(expect.arrayContaining(['einvoice_setting.msic_choose', '85101', '85102']))
    expect(found('pre-primary', '85102')).toBe('85102')
  })
})

describe('the other forms', () => {
  const connection = {
    ...{ environment: 'sandbox', mode: 'direct', client_id: 'c'.repeat(20), secret: 's'.repeat(20) },
    ...{ secrets_end_on: '2028-01-01', version: '0' },
  }
  const issues = (
    form: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[] }[] } } },
    value: object,
  ) => form.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []

  test('credentials are not too short, and hold no spaces', () => {
    expect(issues(connectionForm, connection)).toEqual([])
    expect(issues(connectionForm, { ...connection, client_id: 'c'.repeat(19) })).toEqual(['client_id'])
    expect(issues(connectionForm, { ...connection, secret: `${'s'.repeat(20)} x` })).toEqual(['secret'])
  })

  test('an intermediary is named whole', () => {
    const intermediary = { ...connection, mode: 'intermediary' }
    const names = ['intermediary_name', 'intermediary_tin', 'intermediary_brn']
    expect(issues(connectionForm, intermediary)).toEqual(names)
    const whole = {
      intermediary_name: 'Perantara Contoh',
      intermediary_tin: 'C555555555',
      intermediary_brn: '201901234567',
    }
    expect(connectionForm.parse({ ...intermediary, ...whole }).intermediary_tin).toBe('C5555555550')
  })

  test('what is sent automatically has a first day', () => {
    const workflow = { document_version: '1.0', basis: 'on_paid', qr_position: 'bottom', version: '0' }
    expect(issues(workflowForm, { ...workflow, auto_submit: 'off' })).toEqual([])
    expect(issues(workflowForm, { ...workflow, auto_submit: 'on_paid' })).toEqual(['auto_since'])
  })

  test('a certificate is a file', () => {
    expect(issues(certificateForm, { version: '0' })).toEqual(['file'])
  })
})
