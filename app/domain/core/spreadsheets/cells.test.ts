import { describe, expect, test } from 'vitest'
import { childFields, parentFields } from '#app/domain/enrolment/imports/kinds/family-fields.ts'
import { guess } from '#app/domain/enrolment/imports/stage.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import {
  asAmount,
  asChoice,
  asCount,
  asDate,
  asIdentity,
  asNumber,
  asPhone,
  asPostcode,
  asText,
  asYes,
} from './cells.ts'

const value = (read: typeof asText, cell: Cell, order: 'ymd' | 'dmy' = 'dmy') => {
  const result = read(cell, order)
  return 'problem' in result ? `! ${result.problem.replace(/\|.*/, '')}` : result.value
}

test('nothing is nothing, whatever is asked', () => {
  for (const read of [asText, asNumber, asPhone, asIdentity, asDate, asCount, asAmount, asYes, asPostcode])
    for (const cell of [null, '', '  ', '-', ' – ']) expect(value(read, cell)).toBeUndefined()
})

describe('days', () => {
  test.each<[Cell, 'ymd' | 'dmy', unknown]>([
    [{ day: '2016-05-04' }, 'dmy', '2016-05-04'],
    [42494, 'dmy', '2016-05-04'],
    ['4/5/2016', 'dmy', '2016-05-04'],
    ['04-05-2016', 'dmy', '2016-05-04'],
    ['2016-05-04', 'dmy', '2016-05-04'],
    ['2016-05-04 00:00:00', 'ymd', '2016-05-04'],
    ['4/5/2016', 'ymd', '! import.date_ymd'],
    ['05/13/2016', 'dmy', '! import.date_dmy'],
    ['4/5/16', 'dmy', '! import.date_dmy'],
    ['31/02/2016', 'dmy', '! import.date_dmy'],
    [2016, 'dmy', '! import.date_dmy'],
    [20160504, 'dmy', '! import.date_dmy'],
    ['42494', 'dmy', '! import.date_dmy'],
    [42494.5, 'dmy', '! import.date_dmy'],
    [{ error: '#REF!' }, 'dmy', '! import.cell_error'],
  ])('%j in %s', (cell, order, expected) => {
    expect(value(asDate, cell, order)).toBe(expected)
  })
})

describe('what Excel takes for a number', () => {
  test.each<[typeof asText, Cell, unknown]>([
    [asPhone, 123456789, '0123456789'],
    [asPhone, 60123456789, '60123456789'],
    [asPhone, '123456789', '0123456789'],
    [asPhone, '012-345 6789', '012-345 6789'],
    [asPhone, 1.23457e22, '! import.digits_lost'],
    [asPhone, '6.01E+10', '! import.digits_lost'],
    [asPhone, 12345, '12345'],
    [asIdentity, 160504001234, '160504001234'],
    [asIdentity, 50412001234, '050412001234'],
    [asIdentity, '1.60504E+11', '! import.digits_lost'],
    [asNumber, 260001, '260001'],
    [asNumber, 1e21, '! import.digits_lost'],
    [asPostcode, 1000, '01000'],
    [asPostcode, '43000', '43000'],
    [asAmount, 120.5, '120.50'],
    [asAmount, 0.1 + 0.2, '0.30'],
    [asAmount, 1.005, '! input.amount_decimals'],
    [asAmount, 'RM1,200.00', 'RM1,200.00'],
    [asCount, '3', 3],
    [asCount, 3.5, '! input.whole_number'],
    [asText, 42, '42'],
  ])('%o of %j', (read, cell, expected) => {
    expect(value(read, cell)).toBe(expected)
  })
})

test('one of several is known by the words of both languages, and nothing is guessed', () => {
  const read = asChoice({ female: 'perempuan,p', male: 'lelaki,l' })
  expect(['Perempuan', 'P', 'female', ' LELAKI '].map((cell) => value(read, cell))).toEqual([
    'female',
    'female',
    'female',
    'male',
  ])
  expect(value(read, 'F/M')).toBe('! import.choice')
  expect(value(read, '?')).toBe('! import.choice')
  expect(['Ya', true, '✓', 'tidak', 'mungkin'].map((cell) => value(asYes, cell))).toEqual([
    true,
    true,
    true,
    false,
    '! import.choice',
  ])
})

describe('columns are guessed by what people call them', () => {
  const fields = [...childFields, ...parentFields('parent_1'), ...parentFields('parent_2')]
  const of = (...headings: string[]) => {
    const { columns, fixed } = guess(fields, () => [], headings)
    const named = headings.map(
      (_, index) => Object.keys(columns).find((key) => columns[key] === index) ?? '–',
    )
    return [...named, ...Object.entries(fixed).map((one) => one.join('='))]
  }

  test('in Malay, with father and mother', () => {
    expect(
      of(
        'Bil.',
        'NAMA PELAJAR',
        'No. MyKid',
        'Tarikh Lahir',
        'Jantina (L/P)',
        'Nama Bapa',
        'No. Tel. Bapa',
        'Nama Ibu',
        'Kelas',
      ),
    ).toEqual([
      ...[
        '–',
        'name',
        'identity_no',
        'born_on',
        'gender',
        'parent_1_name',
        'parent_1_phone',
        'parent_2_name',
        '–',
      ],
      ...['parent_1_relationship=father', 'parent_2_relationship=mother'],
    ])
  })

  test('in English, where only one of the family is named', () => {
    expect(
      of(
        'Student Name',
        'D.O.B',
        'Sex',
        'Birth Cert No',
        'Guardian Name',
        'Relationship',
        'Contact No',
        'Email',
      ),
    ).toEqual([
      ...['name', '–', 'gender', 'birth_cert_no', 'parent_1_name', 'parent_1_relationship'],
      ...['parent_1_phone', 'parent_1_email'],
    ])
  })

  test('each column is one thing', () => {
    expect(of('Name', 'Name', 'Phone')).toEqual(['name', '–', 'parent_1_phone'])
  })
})
