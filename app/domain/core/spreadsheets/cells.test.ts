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
  type DateOrder,
} from './cells.ts'
import { datesIn } from './dates-in.ts'

const value = (read: typeof asText, cell: Cell, order: DateOrder = 'dmy') => {
  const result = read(cell, order)
  return 'problem' in result ? `! ${result.problem.replace(/\|.*/, '')}` : result.value
}

test('nothing is nothing, whatever is asked', () => {
  for (const read of [asText, asNumber, asPhone, asIdentity, asDate, asCount, asAmount, asYes, asPostcode])
    for (const cell of [null, '', '  ', '-', ' – ']) expect(value(read, cell)).toBeUndefined()
})

describe('days', () => {
  test.each<[Cell, DateOrder, unknown]>([
    [{ day: '2016-05-04' }, 'dmy', '2016-05-04'],
    [42494, 'dmy', '2016-05-04'],
    ['4/5/2016', 'dmy', '2016-05-04'],
    ['04-05-2016', 'dmy', '2016-05-04'],
    ['2016-05-04', 'dmy', '2016-05-04'],
    ['2016-05-04 00:00:00', 'ymd', '2016-05-04'],
    ['4/5/2016', 'ymd', '! import.date_ymd'],
    ['05/13/2016', 'dmy', '! import.date_dmy'],
    ['4/5/16', 'dmy', '2016-05-04'],
    ['4/5/16', 'mdy', '2016-04-05'],
    ['16/5/4', 'ymd', '! import.date_ymd'],
    ['16-05-04', 'ymd', '2016-05-04'],
    ['6/5/65', 'dmy', '1965-05-06'],
    ['5/13/2016', 'mdy', '2016-05-13'],
    ['13/5/2016', 'mdy', '! import.date_mdy'],
    ['6 Mei 2012', 'mdy', '2012-05-06'],
    ['06-May-2012', 'ymd', '2012-05-06'],
    ['6hb Ogos 2012', 'dmy', '2012-08-06'],
    ['May 6, 2012', 'dmy', '2012-05-06'],
    ['Ahad, 6 Mac 2012', 'dmy', '2012-03-06'],
    ['06OKT2012', 'dmy', '2012-10-06'],
    ['2012 Dis 6', 'dmy', '2012-12-06'],
    ['6 Foo 2012', 'dmy', '! import.date_dmy'],
    ['31 Feb 2012', 'dmy', '! import.date_dmy'],
    ['20120506', 'dmy', '2012-05-06'],
    ['06052012', 'ymd', '2012-05-06'],
    ['20052012', 'dmy', '2012-05-20'],
    ['\u202a06/05/2012\u202c', 'dmy', '2012-05-06'],
    ['31/02/2016', 'dmy', '! import.date_dmy'],
    [2016, 'dmy', '! import.date_dmy'],
    [20160504, 'dmy', '2016-05-04'],
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
    [asIdentity, '50412001234', '050412001234'],
    [asIdentity, ' 1231001234', '001231001234'],
    [asIdentity, '59912001234', '59912001234'],
    [asIdentity, 'A12345678', 'A12345678'],
    [asIdentity, '160504-00-1234', '160504-00-1234'],
    [asIdentity, '1.60504E+11', '! import.digits_lost'],
    [asPhone, "'+60123456789", '+60123456789'],
    [asPhone, '\u202a+60 12\u2011345 6789\u202c', '+60 12\u2011345 6789'],
    [asText, "'=Ujian", '=Ujian'],
    [asText, '’Aisyah', '’Aisyah'],
    [asText, 'Ujian\u200b \u202eA', 'Ujian A'],
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

describe('the order of dates in digits', () => {
  test('is asked only where a date needs it', () => {
    expect(
      datesIn(['6 Mei 2012', '2012-05-06', 41_000, null, 'Ujian', '012-345 6789'], 'dmy'),
    ).toBeUndefined()
  })

  test('is asked once, with what the first date would be in each', () => {
    expect(datesIn(['06/05/2012', '07/05/2012', '06/05/2012'], 'dmy')).toEqual({
      samples: ['06/05/2012', '07/05/2012'],
      readings: [
        { order: 'dmy', day: '2012-05-06' },
        { order: 'mdy', day: '2012-06-05' },
      ],
      order: 'dmy',
      isAmbiguous: true,
    })
  })

  test('is proposed as the only one in which each date is a day', () => {
    expect(datesIn(['06/05/2012', '05/30/2012'], 'dmy')?.order).toBe('mdy')
    expect(datesIn(['06/05/2012', '30/05/2012'], 'dmy')?.order).toBe('dmy')
  })

  test.each([
    ['of which one can only be read with the day first', ['06/05/2012', '30/05/2012'], false],
    ['that are the same days in each', ['05/05/2012', '07/07/2012'], false],
    ['that may be days with the month first', ['06/05/2012'], true],
    ['that may be days with the year first', ['12-05-06'], true],
    ['of which each needs another order', ['30/05/2012', '05/30/2012'], true],
    ['that only another order than the usual can read', ['06/05/2012', '05/30/2012'], true],
  ])('is a question for dates %s: %j %j', (_, dates, isAmbiguous) => {
    expect(datesIn(dates, 'dmy')?.isAmbiguous).toBe(isAmbiguous)
  })
})
